// Profiles and densities: pictures that follow what is chosen.
"use strict";

const short = (x) => (x === 0 ? "0" : Math.abs(x) < 1e-3 || Math.abs(x) >= 1e4 ? x.toExponential(2) : String(+x.toPrecision(4)));

// Moves the curves of a drawing that has its frame, and tells its ticks anew.
function plot(svg, curves, { x, y, xTicks, yTicks, told = short }) {
  const part = (name) => svg.querySelector(`[id$="-${name}"]`);
  const box = svg.querySelector("clipPath rect");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const px = (v) => left + ((v - x[0]) / (x[1] - x[0])) * width;
  const py = (v) => top + height - ((Math.min(Math.max(v, y[0]), y[1]) - y[0]) / (y[1] - y[0])) * height;
  xTicks.forEach((t, i) => { part(`x-${i}`).querySelector("text").textContent = short(t); });
  yTicks.forEach((t, i) => { part(`y-${i}`).querySelector("text").textContent = told(t); });
  for (const group of svg.querySelectorAll('[id*="-curve-"]')) {
    const points = curves.get(Number(group.id.split("-").pop()));
    group.style.display = points ? "" : "none";
    const inside = (points ?? []).filter(([, v]) => Number.isFinite(v)).map(([u, v]) => `${px(u).toFixed(1)} ${py(v).toFixed(1)}`);
    if (points) group.querySelector("path").setAttribute("d", `M${inside.join("L")}`);
  }
}

// The part of a picture's width that is shown, and what its curves say at a place of it.
function reader(figure, draw, told) {
  const [svg, place, output] = ["svg", "[name=place]", "[name=read]"].map((name) => figure.querySelector(name));
  const box = svg.querySelector("clipPath rect");
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const cursor = svg.appendChild(document.createElementNS(svg.namespaceURI, "path"));
  cursor.setAttribute("class", "cursor");
  const view = { low: 0, wide: 1 };
  view.shown = ([low, high]) => [view.low, view.low + view.wide].map((part) => low + part * (high - low));
  view.tell = () => {
    cursor.setAttribute("d", `M${left + place.value * width} ${top}v${height}`);
    output.textContent = told(Number(place.value));
  };
  const zoom = (factor) => {
    const middle = view.low + place.value * view.wide;
    view.wide = Math.min(1, Math.max(1 / 256, factor * view.wide));
    view.low = Math.min(Math.max(0, middle - place.value * view.wide), 1 - view.wide);
    place.value = (middle - view.low) / view.wide;
    draw();
  };
  for (const button of figure.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => zoom(button.dataset.zoom));
  svg.addEventListener("dblclick", () => zoom(0.5));
  svg.addEventListener("pointermove", ({ clientX, clientY }) => {
    place.value = (new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse()).x - left) / width;
    view.tell();
  });
  place.addEventListener("input", view.tell);
  figure.querySelector(".reading").hidden = false;
  return view;
}

const row = (cells, tag = "td") => {
  const made = document.createElement("tr");
  cells.forEach((text, place) => {
    const cell = document.createElement(place && tag === "td" ? "td" : "th");
    cell.scope = tag === "td" ? "row" : "col";
    cell.textContent = text;
    made.append(cell);
  });
  return made;
};

const profiles = document.querySelector("[data-profiles]");
if (profiles) {
  const svg = document.querySelector(".plot svg");
  const table = document.querySelector("[data-values]");
  const boxes = [...profiles.querySelectorAll("[name=m]")];
  const curve = (name, epsilon, delta) => Object.entries(window.PROFILES).find(([key]) => {
    const [who, e, d] = key.split("|");
    return who === name && (!e || e === epsilon) && (!d || Number(d) === Number(delta));
  })[1];
  const least = (v) => (v > 1e-12 ? short(v) : "below 1e-12");
  const near = (v) => (v > 1e-12 ? `≈ ${short(+v.toPrecision(2))}` : least(v));
  // Between its points a curve is a line, delta logarithmic, which is some percent off at most.
  const between = (points, place) => {
    const next = Math.max(1, points.findIndex(([e]) => e >= place));
    const [[e, u], [f, v]] = [points[next - 1], points[next]];
    return u * (v / u) ** ((place - e) / (f - e));
  };
  let shown = [];
  let x = [0, 1];
  const view = reader(document.querySelector(".plot"), () => draw(), (part) => {
    const place = x[0] + part * (x[1] - x[0]);
    return [`ε = ${short(place)}`, ...shown.map(([name, points]) => `${name} ${near(between(points, place))}`)].join("; ");
  });
  const draw = () => {
    const [epsilon, delta, log] = [profiles.epsilon.value, profiles.delta.value, profiles.log.checked];
    const end = 1.5 * Number(epsilon) > 3 ? 6 : Math.max(1, 2 * Number(epsilon));
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const scaled = (v) => (log ? Math.log10(Math.max(v, 1e-12)) : v);
    shown = chosen.map((name) => [name, curve(name, epsilon, delta)]);
    x = view.shown([0, end]);
    const most = Math.max(1e-12, ...shown.flatMap(([, points]) => [between(points, x[0])]));
    const y = log ? [-12, 0] : [0, most];
    const ticks = log ? [-12, -9, -6, -3, 0] : [0, 0.25, 0.5, 0.75, 1].map((t) => t * most);
    plot(svg, new Map(shown.map(([name, points]) => [
      boxes.findIndex((box) => box.value === name),
      points.map(([e, v]) => [e, scaled(v)]),
    ])), { x, y, xTicks: [0, 0.25, 0.5, 0.75, 1].map((t) => x[0] + t * (x[1] - x[0])), yTicks: ticks,
      told: log ? (t) => (t ? `1e${t}` : "1") : short });
    const places = [0, 0.25, 0.5, 0.75, 1].map((t) => t * end);
    const told = (points, place) => points.find(([e]) => e === place)[1];
    table.tHead.replaceChildren(row(["ε", ...places.map(short)], "th"));
    table.tBodies[0].replaceChildren(...shown.map(([name, points]) => row([name, ...places.map((e) => least(told(points, e)))])));
    document.querySelector("figcaption").textContent = `ε across, the least δ upwards; ${chosen.length} mechanisms calibrated to ε = ${epsilon}, δ = ${delta}.`;
    view.tell();
  };
  profiles.addEventListener("input", draw);
  profiles.addEventListener("submit", (event) => event.preventDefault());
  draw();
}

// The papers' formulas: equations (25), (26) and Theorems 4 and 6 of the staircase paper.
window.NOISE = {
  staircase(x, { epsilon, sensitivity, gamma }) {
    const b = Math.exp(-epsilon);
    const cell = Math.floor(Math.abs(x) / sensitivity);
    const late = Math.abs(x) - cell * sensitivity >= gamma * sensitivity ? 1 : 0;
    return ((1 - b) / (2 * sensitivity * (gamma + b * (1 - gamma)))) * b ** (cell + late);
  },
  laplace(x, { epsilon, sensitivity }) {
    return (epsilon / (2 * sensitivity)) * Math.exp((-epsilon * Math.abs(x)) / sensitivity);
  },
  cost(p, { epsilon, sensitivity, gamma }) {
    const b = Math.exp(-epsilon);
    let sum = 0;
    for (let k = 0; k < 20000 && b ** k > 1e-18; k += 1) {
      const [low, mid, high] = [k, k + gamma, k + 1].map((v) => v ** (p + 1));
      sum += b ** k * (mid - low + b * (high - mid));
    }
    return (sensitivity ** p * sum * (1 - b)) / ((p + 1) * (gamma + b * (1 - gamma)));
  },
  best(p, epsilon) {
    const b = Math.exp(-epsilon);
    if (p === 1) return 1 / (1 + Math.exp(epsilon / 2));
    return -b / (1 - b) + Math.cbrt((b - 2 * b * b + 2 * b ** 4 - b ** 5) / 2) / (1 - b) ** 2;
  },
};

const densities = document.querySelector("[data-densities]");
if (densities) {
  const svg = document.querySelector(".plot svg");
  const body = document.querySelector("[data-values]").tBodies[0];
  const chosen = () => Object.fromEntries(["epsilon", "sensitivity", "gamma"].map((name) => [name, Number(densities.elements[name].value)]));
  const NAMES = { staircase: window.NOISE.staircase, Laplace: window.NOISE.laplace };
  let exact = null;
  let at = chosen();
  let x = [-5, 5];
  const view = reader(document.querySelector(".plot"), () => draw(), (part) => {
    const place = x[0] + part * (x[1] - x[0]);
    return [`x = ${short(place)}`, ...Object.entries(NAMES).map(([name, f]) => `${name} ${short(f(place, at))}`)].join("; ");
  });
  const draw = () => {
    at = chosen();
    if (exact !== null) at.gamma = exact;
    for (const name of Object.keys(at)) densities.elements[`told-${name}`].textContent = short(at[name]);
    x = view.shown([-5, 5]);
    const points = (f) => Array.from({ length: 1601 }, (_, i) => x[0] + (i * (x[1] - x[0])) / 1600).map((u) => [u, f(u, at)]);
    const most = 1.08 * Math.max(window.NOISE.staircase(0, at), window.NOISE.laplace(0, at));
    plot(svg, new Map(Object.values(NAMES).map((f, i) => [i, points(f)])),
      { x, y: [0, most], xTicks: [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => x[0] + t * (x[1] - x[0])), yTicks: [0, 0.25, 0.5, 0.75, 1].map((t) => t * most) });
    const scale = at.sensitivity / at.epsilon;
    body.replaceChildren(
      row(["staircase", short(window.NOISE.cost(1, at)), short(window.NOISE.cost(2, at))]),
      row(["Laplace", short(scale), short(2 * scale * scale)]),
    );
    view.tell();
  };
  for (const [name, p] of [["amplitude", 1], ["power", 2]]) {
    densities.elements[name].addEventListener("click", () => {
      exact = window.NOISE.best(p, chosen().epsilon);
      densities.elements.gamma.value = exact;
      draw();
    });
  }
  densities.addEventListener("input", () => { exact = null; draw(); });
  densities.addEventListener("submit", (event) => event.preventDefault());
  draw();
}
