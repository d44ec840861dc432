// "Which noise?": the cheapest known noise for a claim, what is proved of all noise, and what libraries add.
"use strict";

const OWN = "Optimal noise";
const WIDE = 0.35; // bounds that are further apart than this share do not say which noise is best
const MAKERS = { opendp: "OpenDP", diffprivlib: "diffprivlib", "python-dp": "Google, python-dp" };
const show = (x) => (x === 0 ? "0" : x < 1e-3 || x >= 1e5 ? x.toExponential(4) : String(+x.toPrecision(5)));
const share = (x) => (x >= 10 ? `${show(+(1 + x).toPrecision(3))} times` : `${x < 0.00005 ? "0" : (100 * x).toPrecision(3).replace(/\.0*$/, "")} %`);

// Every kind of noise that is known for what is asked: its name, cost, and the code that makes it.
function known(asked) {
  const { claim, values, sensitivity: s, rounds: n, p, epsilon, delta, rho, mu } = asked;
  if (claim !== "epsilon") {
    const sigma = claim === "rho" ? Math.sqrt(n / (2 * rho)) : Math.sqrt(n) / mu;
    const level = n === 1 ? `${claim === "rho" ? rho : mu}` : claim === "rho" ? `${rho} / ${n}` : `${mu} / ${n} ** 0.5`;
    const discrete = claim === "rho" && values === "integer" && sigma * s < 1e4;
    return [...normal(asked, sigma, `dp.Gaussian.of_${claim}(${level}, sensitivity=${s})`),
      ...(discrete ? [["Discrete Gaussian", COSTS.discreteGaussian(sigma * s, p), `dp.DiscreteGaussian(sigma=${sigma * s * COSTS.UP}, sensitivity=${s})`]] : [])];
  }
  const [e, d] = [epsilon / n, delta / n]; // for each round: basic composition
  const [told, toldDelta] = n === 1 ? [epsilon, delta] : [`${epsilon} / ${n}`, `${delta} / ${n}`];
  const gaussian = delta ? normal(asked, Math.sqrt(n) * COSTS.gaussian(epsilon, delta), n === 1
    ? `dp.Gaussian.of(epsilon=${epsilon}, delta=${delta}, sensitivity=${s})`
    : `dp.Gaussian.of_sigma(${n} ** 0.5 * dp.Gaussian.of(${epsilon}, ${delta}, ${s}).sigma * ${COSTS.UP}, sensitivity=${s})`) : [];
  return [...gaussian, ...{ real, integer, vector }[values]({ ...asked, e, d, told, toldDelta })];
}

function normal({ values, sensitivity: s, p, dimension: d, norm }, sigma, code) {
  const size = p === 1 ? Math.sqrt(2 / Math.PI) * sigma * s : (sigma * s) ** 2;
  if (values === "real") return [["Gaussian", size, code]];
  if (values === "integer") return [["Gaussian, rounded", p === 1 ? size + 0.5 : (sigma * s + 0.5) ** 2, code]];
  if (norm !== "l2") return [];
  return [["Gaussian", p === 1 ? Math.SQRT2 * sigma * s * COSTS.gammaRatio(d) : d * size, code]];
}

function real({ sensitivity: s, p, rounds, e, d, told, toldDelta, table }) {
  const at = `epsilon=${told}, sensitivity=${s}`;
  const both = `epsilon=${told}, delta=${toldDelta}, sensitivity=${s}`;
  const found = [["Laplace", COSTS.moment(p) / (e - 2 * Math.log1p(-d)) ** p, `dp.Laplace.of(${both})`]];
  if (e > 0) found.push(["Staircase, best at δ = 0", COSTS.staircase(e, p), `dp.Staircase(${at}, cost=${p})`]);
  if (d > 0) {
    found.push(["Uniform with an atom", COSTS.uniform(d, p), `dp.UniformWithAtom(delta=${toldDelta}, sensitivity=${s}, cost=${p})`]);
    if (e > 0) found.push(["Tulap", COSTS.tulap(e, d, p), `dp.Tulap(${both})`]);
    if (e > 0 && d < 0.5) found.push(["Truncated Laplace", COSTS.truncatedLaplace(e, d, p), `dp.TruncatedLaplace(${both})`]);
    const own = COSTS.least(table, e, d, p)[1];
    const exact = rounds === 1 ? `"${told}", "${toldDelta}"` : `${told}, ${toldDelta}`;
    if (own < Infinity) found.push([OWN, own, `dp.optimum(${exact}, ${s}, cost=${p}, gap="1e-3").noise`]);
  }
  return found.map(([name, cost, code]) => [name, cost * s ** p, code]);
}

function integer({ sensitivity: s, p, e, d, told, toldDelta }) {
  if (e === 0) return [];
  const found = [
    ["Geometric", COSTS.geometric(e, s, p), `dp.Geometric(epsilon=${told}${s === 1 ? "" : ` / ${s}`})`],
    ["Staircase on the integers, best at δ = 0", COSTS.discreteStaircase(e, s, p), `dp.DiscreteStaircase(epsilon=${told}, sensitivity=${s}, cost=${p})`],
  ];
  const end = d > 0 && d < 0.5 ? COSTS.bound(e, d, s) : Infinity;
  if (end < 1e6) found.push(["Truncated geometric", COSTS.geometric(e, s, p, end), `dp.TruncatedGeometric(epsilon=${told}, delta=${toldDelta}, sensitivity=${s})`]);
  return found;
}

function vector({ sensitivity: s, p, e, told, dimension: d, norm }) {
  if (e === 0) return [];
  const at = `epsilon=${told}, sensitivity=${s}, dimension=${d}, norm="${norm}"`;
  const found = [["K-norm", COSTS.kNorm(e, d, p), `dp.KNorm(${at})`]];
  if (e >= 0.02 && d <= 30) found.push(["Staircase for vectors, best at δ = 0", COSTS.vectorStaircase(e, d, p), `dp.VectorStaircase(${at}, cost=${p})`]);
  return found.map(([name, cost, code]) => [name, cost * s ** p, code]);
}

// What is proved of all noise beside the best known: a lower bound of the cost, 0 for none, and where the proof is.
function proved(asked, best) {
  const { claim, values, sensitivity: s, rounds, p, epsilon, delta, table } = asked;
  if (claim !== "epsilon") return [0, "For ρ and μ no lower bound is proved here."];
  if (rounds > 1) return [0, "For many rounds no lower bound is proved here; that of one round alone is far below."];
  if (values === "vector") {
    if (delta || !best[0].startsWith("Staircase")) return [0, "For vectors a lower bound is proved at δ = 0 only, and shown from ε = 0.02 to 30 dimensions on."];
    return [NaN, "No noise costs less, in any norm: <a href='claims/vector.optimal.html'>vector.optimal</a>; γ is found in doubles here, and by <code>dpproofs optimum --dimension</code> between proved bounds."];
  }
  if (values === "integer" && !delta) return [NaN, "No noise on the integers costs less: Theorems <a href='claims/staircase.thm11.html'>11</a> and <a href='claims/staircase.thm12.html'>12</a> of the staircase paper."];
  if (!delta) return [NaN, "No noise costs less: <a href='claims/staircase.thm3.html'>Theorem 3</a> of the staircase paper."];
  const line = COSTS.least(table, epsilon, delta, p)[0] * s ** p;
  const lost = p === 2 ? 1 / 12 : (Math.exp(epsilon) - 1 + 2 * delta) / (4 * (Math.exp(epsilon) + 1));
  const lower = values === "real" ? line : Math.max(0, line - lost);
  if (!lower) return [0, `No lower bound is tabulated here${values === "real" ? `; <code>${command(asked)}</code> proves one` : ""}.`];
  const where = "The lower bound is by <a href='claims/optimum.below.html'>optimum.below</a>; replay accepted the certificates of the table";
  const apart = best[1] / lower - 1;
  const wide = apart > WIDE ? `The table is coarse here: with bounds ${share(apart)} apart this page does not say which noise is best; <code>${command(asked)}</code> does. ` : "";
  if (values === "integer") return [lower, `From noise on the line (<a href='explanation/which-noise.html#integers'>proof</a>). ${where}.`];
  return [lower, `${wide}${where}. A narrower one, with a certificate of your own: <code>${command(asked)} --certificate FILE</code>`];
}

const command = ({ epsilon, delta, sensitivity, p }) => `dpproofs optimum --epsilon ${epsilon} --delta ${delta} --sensitivity ${sensitivity} --cost ${p}`;

// What three libraries draw for one claim of (epsilon, delta): who, which, and the cost.
function libraries({ claim, values, sensitivity: s, rounds, p, epsilon, delta }) {
  if (claim !== "epsilon" || values === "vector" || rounds > 1 || !epsilon) return [];
  const laplace = (d) => COSTS.moment(p) * (s / (epsilon - Math.log1p(-d))) ** p;
  const gauss = (sigma) => (p === 1 ? Math.sqrt(2 / Math.PI) * sigma * s : (sigma * s) ** 2);
  if (values === "integer") {
    const found = ["opendp-geometric", "diffprivlib-geometric"].map((name) => [name, COSTS.geometric(epsilon, s, p)]);
    const sigma = delta ? s / Math.sqrt(2 * COSTS.zcdp(epsilon, delta)) : Infinity;
    return sigma < 1e4 ? [...found, ["opendp-gaussian-int", COSTS.discreteGaussian(sigma, p)]] : found;
  }
  const found = [["opendp-laplace", laplace(0)], ["diffprivlib-laplace", laplace(delta)], ["python-dp-laplacemechanism", laplace(0)]];
  if (!delta) return found;
  const exact = COSTS.gaussian(epsilon, delta);
  return [...found, ["opendp-gaussian", gauss(1 / Math.sqrt(2 * COSTS.zcdp(epsilon, delta)))],
    ["diffprivlib-gaussiananalytic", gauss(exact)], ["python-dp-gaussianmechanism", gauss(exact)],
    ["opendp-canonical-noise", COSTS.tulap(epsilon, delta, p) * s ** p]];
}

window.answer = (asked) => {
  const kinds = known(asked).filter(([, cost]) => Number.isFinite(cost)).sort((a, b) => a[1] - b[1]);
  if (!kinds.length) return { kinds, lower: 0, why: "", libraries: [] };
  const [found, why] = proved(asked, kinds[0]);
  return { kinds, lower: Number.isNaN(found) ? kinds[0][1] / COSTS.UP ** 2 : found, why, libraries: libraries(asked) };
};

// -- the page ---------------------------------------------------------------------------------------

const form = document.querySelector("[data-noise]");
if (form) {
  const made = (tag, more, ...inside) => { const found = Object.assign(document.createElement(tag), more); found.append(...inside); return found; };
  const row = ([first, ...cells]) => made("tr", {}, made("th", { scope: "row" }, first), ...cells.map((cell) => made("td", {}, cell)));
  const numbers = { epsilon: [0, 100], delta: [0, 1], rho: [0, 1e6], mu: [0, 1e6], sensitivity: [0, 1e12], rounds: [1, 1e9], dimension: [1, 1e4] };
  const whole = new Set(["rounds", "dimension"]);

  // What is asked, or what is wrong with it.
  const read = () => {
    const asked = { ...Object.fromEntries(new FormData(form)), table: window.WHICH_NOISE };
    for (const [name, [low, high]] of Object.entries(numbers)) {
      const text = asked[name].trim();
      asked[name] = Number(text);
      const integral = whole.has(name) || (name === "sensitivity" && asked.values === "integer");
      const used = !form.elements[name].closest("[hidden]");
      const open = !["epsilon", "delta", "rounds", "dimension"].includes(name);
      const fits = text !== "" && asked[name] >= low && asked[name] <= high && !(open && asked[name] === 0) && !(name === "delta" && asked[name] === 1);
      if (used && (!fits || (integral && !Number.isInteger(asked[name])))) {
        return `${name} is "${text}"; it has to be ${integral ? "a whole number" : "a number"} ${open ? "above" : "from"} ${low} ${name === "delta" ? "on, below" : "to"} ${high}.`;
      }
    }
    asked.p = Number(asked.cost);
    return asked.claim === "epsilon" && !asked.epsilon && !asked.delta ? "epsilon and delta are both 0; one of them has to be more." : asked;
  };

  const told = ({ kinds, lower, why, libraries: others }, asked) => {
    const [name, cost, code] = kinds[0];
    const noun = asked.values === "vector" ? `E‖X‖${asked.p === 2 ? "²" : ""}` : asked.p === 2 ? "E X²" : "E|X|";
    const most = (c) => (lower ? share(c / lower - 1) : "unknown");
    const value = asked.values === "integer" ? "3" : asked.values === "vector" ? `[3.7] * ${asked.dimension}` : "3.7";
    const part = (key, ...inside) => form.parentElement.querySelector(`[data-told=${key}]`).replaceChildren(...inside);
    const exact = lower && cost / lower - 1 < 1e-8;
    part("best", made("strong", {}, name), `: ${noun} ${exact ? "is" : "≤"} ${show(cost)}. `, exact ? "It is the best of all noise."
      : lower ? `No noise has less than ${show(lower)}, so that it is at most ${most(cost)} above the least.` : "How far it is above the least is not known here.");
    part("proof", made("p", { innerHTML: why })); // our own words and numbers that were read
    const integral = asked.values === "integer" && code.match(/Geometric|Discrete/);
    const call = integral ? `print(${value} + noise.sample_exact())` : `print(noise.sample_exact(value=${value}${asked.values === "integer" ? ", step=1" : ""}))`;
    part("code", `import dpproofs as dp\n\nnoise = ${code}\n${call}\n`);
    part("kinds", ...kinds.map(([who, c]) => row([who, show(c), c === cost ? "–" : share(c / cost - 1), most(c)])));
    part("libraries", ...others.map(([who, c]) => {
      const [, library, kind] = who.match(/^(opendp|diffprivlib|python-dp)-(.*)$/);
      return row([made("a", { href: `field/${who}.html` }, `${MAKERS[library]}: ${kind}`), show(c), share(Math.max(0, c / cost - 1)), most(c)]);
    }));
    for (const [key, full] of [["libraries", others.length], ["result", true]]) form.parentElement.querySelector(`[data-part=${key}]`).hidden = !full;
  };

  const draw = () => {
    const chosen = Object.fromEntries(new FormData(form));
    for (const label of form.querySelectorAll("[data-for]")) label.hidden = ![chosen.claim, chosen.values].includes(label.dataset.for);
    const asked = read();
    const found = typeof asked === "string" ? asked : window.answer(asked);
    const wrong = typeof found === "string" ? found : found.kinds.length ? "" : "No noise is known here for this.";
    form.parentElement.querySelector("[data-wrong]").textContent = wrong;
    if (wrong) form.parentElement.querySelector("[data-part=result]").hidden = true; else told(found, asked);
  };
  for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("input", draw);
  form.addEventListener("submit", (event) => event.preventDefault());
  draw();
}
