// What noise costs: known kinds by their formulas, the least cost of all by a table of proved brackets.
"use strict";

const { exp, log, sqrt, min, max, floor, ceil, PI } = Math;
const UP = 1 + 1e-9; // what doubles may lose
const moment = (p) => (p === 1 ? 1 : 2); // E|X|^p of Laplace noise of scale 1

// The least x > 0 at which a function that falls is 0 at most, but for the last bits, rounded up.
function fallen(f) {
  let [low, high] = [1e-12, 1];
  while (f(high) > 0 && high < 1e12) high *= 2;
  for (let i = 0; i < 200 && high > low * (1 + 1e-14); i += 1) {
    const middle = sqrt(low * high);
    if (f(middle) > 0) low = middle; else high = middle;
  }
  return high;
}

// P(Z > x) of a standard normal Z: its series near 0, its continued fraction beyond 3.
function beyond(x) {
  if (x < 0) return 1 - beyond(-x);
  const density = exp((-x * x) / 2) / sqrt(2 * PI);
  if (x < 3) {
    let [sum, term] = [x, x];
    for (let k = 1; k < 80; k += 1) sum += term *= (x * x) / (2 * k + 1);
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let k = 80; k > 0; k -= 1) fraction = x + k / fraction;
  return density / fraction;
}

// -- known noise on the line, at sensitivity 1 ------------------------------------------------------

// The least deviation of normal noise. Balle & Wang, 2018, Theorem 8.
const gaussian = (epsilon, delta) => fallen((s) => beyond(epsilon * s - 1 / (2 * s)) - exp(epsilon) * beyond(epsilon * s + 1 / (2 * s)) - delta);

// The largest rho that Canonne, Kamath & Steinke, 2020, Corollary 13, turn into (epsilon, delta).
function zcdp(epsilon, delta) {
  const exponent = (rho, t) => t * (rho * (1 + t) - epsilon) - log(t) + (1 + t) * log(t / (1 + t)); // of order 1 + t
  const least = (rho) => {
    let [low, high] = [log(1e-6), log(1e9)];
    for (let i = 0; i < 200; i += 1) {
      const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
      if (exponent(rho, exp(a)) < exponent(rho, exp(b))) high = b; else low = a;
    }
    return exponent(rho, exp(low));
  };
  return 1 / fallen((x) => least(1 / x) - log(delta));
}

function uniform(delta, p) {
  const atom = max(0, 1 - (p + 1) * (1 - delta));
  return ((1 - atom) / (p + 1)) * ((1 - atom) / (delta - atom) / 2) ** p;
}

function truncatedLaplace(epsilon, delta, p) {
  const end = log(1 + Math.expm1(epsilon) / (2 * delta));
  const inside = p === 1 ? 1 - exp(-end) * (1 + end) : 2 - exp(-end) * (2 + 2 * end + end * end);
  return inside / epsilon ** p / -Math.expm1(-end);
}

function tulap(epsilon, delta, p) {
  const b = exp(-epsilon);
  const q = (2 * delta * b) / (1 - b + 2 * delta * b);
  let [cell, level, left, spent] = [0, (1 - b) / (1 + b), b / (1 + b), 0];
  const upTo = (x) => x ** (p + 1) / (p + 1);
  const from = () => (cell ? upTo(cell - 0.5) : 0);
  for (; left > q / 2 && cell < 1e6; [cell, level, left] = [cell + 1, level * b, left * b]) spent += level * (upTo(cell + 0.5) - from());
  spent += level * (upTo(cell + 0.5 - (q / 2 - left) / level) - from());
  return (2 * spent) / (1 - q);
}

// The least cost at delta = 0. Geng & Viswanath, Theorems 3, 4 and 6.
function staircase(epsilon, p) {
  const b = exp(-epsilon);
  return p === 1 ? 1 / (2 * Math.sinh(epsilon / 2)) : (Math.cbrt((b * (1 + b)) / 2) ** 2 + b) / (1 - b) ** 2;
}

// -- on the integers, for a whole sensitivity -------------------------------------------------------

// The least cost at delta = 0. Geng & Viswanath, Theorems 11 and 12.
function discreteStaircase(epsilon, sensitivity, p) {
  const [b, n] = [exp(-epsilon), sensitivity];
  const best = p === 1 ? n / (1 + exp(epsilon / 2)) : (Math.cbrt((b * (1 + b)) / 2) * n - b * n) / (1 - b);
  const cost = (r) => {
    const d = (1 - b) * (2 * r - 1) + 2 * b * n;
    if (p === 1) return (d * d + 4 * b * n * n - (1 - b) ** 2) / (4 * (1 - b) * d);
    return ((d * d) / 12 + (2 * b * (1 + b) * n ** 3) / (3 * d) + b * n * n) / (1 - b) ** 2 - 1 / 12;
  };
  return min(...[-1, 0, 1, 2].map((more) => cost(min(max(floor(best) + more, 1), n))));
}

function geometric(epsilon, sensitivity, p, end = Infinity) {
  const q = exp(-epsilon / sensitivity);
  if (end === Infinity) return p === 1 ? (2 * q) / (1 - q * q) : (2 * q) / (1 - q) ** 2;
  let [mass, spent] = [1, 0];
  for (let k = 1; k <= end; k += 1) { mass += 2 * q ** k; spent += 2 * q ** k * k ** p; }
  return spent / mass;
}

// The least bound N at which P(X > N - sensitivity) <= delta.
function bound(epsilon, delta, sensitivity) {
  const q = exp(-epsilon / sensitivity);
  const share = (delta * (1 + q)) / (q ** (1 - sensitivity) - q + 2 * delta * q); // that of q^N, at most
  return max(sensitivity, ceil(log(share) / log(q) - 1e-9));
}

function discreteGaussian(sigma, p) {
  let [mass, spent] = [1, 0];
  for (let k = 1; k <= 40 * sigma + 40; k += 1) { const m = 2 * exp(-(k * k) / (2 * sigma * sigma)); mass += m; spent += m * k ** p; }
  return spent / mass;
}

// -- vectors, in one norm, at sensitivity 1 ----------------------------------------------------------

const kNorm = (epsilon, d, p) => (p === 1 ? d / epsilon : (d * (d + 1)) / epsilon ** 2);

function vectorStaircase(epsilon, d, p) {
  const b = exp(-epsilon);
  const last = ceil((60 + 4 * (d + p) * log(2 + (d + p) / epsilon)) / epsilon);
  const sum = (gamma, m) => { let s = 0; for (let k = 0; k <= last; k += 1) s += b ** k * ((k + gamma) / (last + 1)) ** m; return s; };
  const cost = (gamma) => (d / (d + p)) * (last + 1) ** p * (sum(gamma, d + p) / sum(gamma, d));
  const places = Array.from({ length: 101 }, (_, i) => max(i / 100, 1e-9));
  const costs = places.map(cost);
  const best = places[costs.indexOf(min(...costs))];
  let [low, high] = [max(best - 0.01, 1e-9), min(best + 0.01, 1)];
  for (let i = 0; i < 30; i += 1) {
    const [a, c] = [low + (high - low) / 3, high - (high - low) / 3];
    if (cost(a) < cost(c)) high = c; else low = a;
  }
  return min(cost(low), ...costs);
}

function gammaRatio(d) { // Gamma((d + 1)/2)/Gamma(d/2)
  let ratio = d % 2 ? 1 / sqrt(PI) : sqrt(PI) / 2;
  for (let k = d % 2 ? 1 : 2; k < d; k += 2) ratio *= (k + 1) / k;
  return ratio;
}

// -- the least cost of all noise on the line, at sensitivity 1 ---------------------------------------

// Two numbers between which it lies, by proofs: it falls in epsilon and in delta, and is convex in
// delta, as the mean of two kinds of noise keeps the mean of their deltas. 0 where nothing is proved.
function least(table, epsilon, delta, p) {
  if (delta === 0) return [staircase(epsilon, p) / UP, staircase(epsilon, p) * UP];
  const grid = Object.keys(table.least).map(Number).sort((a, b) => a - b);
  const row = (e) => {
    const pure = staircase(e, p);
    return [[0, pure / UP, pure * UP], ...table.least[e][p - 1].map(([low, high], j) => [Number(table.deltas[j]), low, high]), [1, 0, 0]];
  };
  let lower = 0;
  // k shifts in a row: noise that keeps (epsilon, delta) at a shift of 1 keeps this at one of k.
  for (let k = 1; k * epsilon <= grid.at(-1) * (1 + 1e-12) && k <= 200; k += 1) {
    const e = grid.find((g) => g >= k * epsilon * (1 - 1e-12));
    const d = k === 1 ? delta : (delta * (epsilon ? Math.expm1(k * epsilon) / Math.expm1(epsilon) : k)) * UP;
    if (d < 1) lower = max(lower, k ** p * below(row(e), d));
  }
  const known = epsilon > grid.at(-1) ? undefined : grid.findLast((g) => g <= epsilon);
  return [lower / UP, known === undefined ? Infinity : above(row(known), delta) * UP];
}

// A convex function that falls is above the lines through two points, outside of these, ...
function below(points, x) {
  const next = points.findIndex(([at]) => at >= x);
  const line = (near, far) => {
    const [a, b] = [points[near], points[far]];
    if (!a || !b) return 0;
    const share = (a[0] - x) / (b[0] - a[0]);
    return a[1] + share * (a[1] - b[2]);
  };
  return max(points[next][1], line(next, next + 1), points[next][0] === x ? 0 : line(next - 1, next - 2));
}

// ... and below them in between.
function above(points, x) {
  const next = points.findIndex(([at]) => at >= x);
  const [a, b] = [points[next - 1], points[next]];
  return a[2] + ((x - a[0]) / (b[0] - a[0])) * (b[2] - a[2]);
}

window.COSTS = {
  UP, moment, gaussian, zcdp, uniform, truncatedLaplace, tulap, staircase, discreteStaircase, geometric, bound,
  discreteGaussian, kNorm, vectorStaircase, gammaRatio, least,
};
