// Densities and privacy profiles that follow what is chosen, on pages of their own and of claims.
"use strict";

{
  const here = document.currentScript.src;
  const short = (x) => (x === 0 ? "0" : Math.abs(x) < 1e-3 || Math.abs(x) >= 1e4 ? x.toExponential(2) : String(+x.toPrecision(4)));

  const loaded = new Map();
  const load = (name) => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((resolve, reject) => {
        document.head.append(Object.assign(document.createElement("script"), { src: new URL(name, here), onload: resolve, onerror: reject }));
      }));
    }
    return loaded.get(name);
  };

  // Curves in the colours and dashes of their keys: [key, name, across, upwards, what a pointer reads].
  const chart = (place, curves, x, y, annotations = []) => {
    const style = getComputedStyle(place);
    const axis = { color: style.color, gridcolor: "rgba(128, 128, 128, .3)", zeroline: false, automargin: true };
    const traces = curves.map(([key, name, across, upwards, text]) => {
      const line = getComputedStyle(key.querySelector("line"));
      const dash = line.strokeDasharray === "none" ? "solid" : line.strokeDasharray;
      return { name, x: across, y: upwards, text, mode: "lines", line: { color: line.stroke, dash, width: 2.5 }, hovertemplate: "%{text}" };
    });
    const touched = matchMedia("(pointer: coarse)").matches; // a finger scrolls the page
    window.Plotly.react(place, traces, {
      xaxis: { ...axis, ...x, unifiedhovertitle: { text: `${x.title.text} = %{x:.4~g}` }, spikecolor: style.color, spikedash: "dot", spikethickness: -1 }, yaxis: { ...axis, ...y },
      font: { family: style.fontFamily, size: 14, color: style.color }, margin: { t: 30, r: 10, b: 45, l: 55 },
      annotations, paper_bgcolor: "transparent", plot_bgcolor: "transparent", showlegend: false, uirevision: "same",
      hovermode: "x unified", hoverlabel: { bgcolor: getComputedStyle(document.body).backgroundColor }, dragmode: touched ? false : "zoom",
      modebar: { bgcolor: "transparent", color: style.color, activecolor: style.color },
    }, { responsive: true, displaylogo: false, displayModeBar: true, modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]] });
  };

  // Begins when a panel is seen, with the scripts that it needs, and draws anew when the theme changes.
  const follow = (form, needs, begin) => {
    const start = async () => {
      await Promise.all(needs.map(load));
      const place = form.parentElement.querySelector("[data-chart]");
      place.replaceChildren();
      const draw = begin(form, place, form.parentElement.querySelector("[data-values]"));
      form.addEventListener("input", draw);
      new MutationObserver(draw).observe(document.body, { attributeFilter: ["data-theme"] });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
      draw();
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    const closed = form.closest("details:not([open])");
    if (closed) closed.addEventListener("toggle", start, { once: true }); else start();
  };

  const row = (cells, tag = "td") => {
    const made = document.createElement("tr");
    cells.forEach((text, place) => {
      const cell = document.createElement(place ? tag : "th");
      if (cell.localName === "th") cell.scope = tag === "td" ? "row" : "col";
      cell.textContent = text;
      made.append(cell);
    });
    return made;
  };
  const checked = (form) => [...form.querySelectorAll("[name=m]:checked")].map(({ value, nextElementSibling }) => [nextElementSibling, value]);

  // -- privacy profiles ---------------------------------------------------------------------------

  const profiles = (form, place, table) => {
    const curve = (name, epsilon, delta) => Object.entries(window.PROFILES).find(([key]) => {
      const [who, e, d] = key.split("|");
      return who === name && (!e || e === epsilon) && (!d || Number(d) === Number(delta));
    })[1];
    const least = (v) => (v > 1e-12 ? short(v) : "below 1e-12");
    const near = (v) => (v > 1e-12 ? `≈ ${short(+v.toPrecision(2))}` : least(v));
    // Between its points a curve is a line, delta logarithmic, which is some percent off at most.
    const between = (points, at) => {
      const next = Math.max(1, points.findIndex(([e]) => e >= at));
      const [[e, u], [f, v]] = [points[next - 1], points[next]];
      return u * (v / u) ** ((at - e) / (f - e));
    };
    return () => {
      const [epsilon, delta, log] = [form.epsilon.value, form.delta.value, form.log.checked];
      const end = 1.5 * Number(epsilon) > 3 ? 6 : Math.max(1, 2 * Number(epsilon));
      const shown = checked(form).map(([key, name]) => [key, name, curve(name, epsilon, delta)]);
      const across = [...new Set(shown.flatMap(([, , points]) => points.map(([e]) => e)))].sort((a, b) => a - b);
      chart(place, shown.map(([key, name, points]) => {
        const upwards = across.map((e) => between(points, e));
        return [key, name, across, upwards, upwards.map(near)];
      }), { title: { text: "ε" }, range: [0, end] }, { title: { text: "δ" }, ...(log ? { type: "log", range: [-12, 0], dtick: 3, exponentformat: "power" } : { type: "linear", rangemode: "tozero" }) });
      const places = [0, 0.25, 0.5, 0.75, 1].map((part) => part * end);
      table.tHead.replaceChildren(row(["ε", ...places.map(short)], "th"));
      table.tBodies[0].replaceChildren(...shown.map(([, name, points]) => row([name, ...places.map((at) => least(points.find(([e]) => e === at)[1]))])));
    };
  };

  // -- densities ----------------------------------------------------------------------------------

  // The papers' formulas: (25), (26), Theorems 4 and 6 of the staircase paper; Definition 3 of the
  // truncated Laplacian's; section 3 and Theorem 3 of the paper on additive noise at epsilon = 0.
  const end = ({ epsilon, delta, sensitivity }) => (sensitivity / epsilon) * Math.log(1 + Math.expm1(epsilon) / (2 * delta));
  const half = ({ delta, sensitivity, alpha }) => (sensitivity * (1 - alpha)) / (2 * (delta - alpha));
  window.NOISE = {
    Staircase: {
      density(x, { epsilon, sensitivity, gamma }) {
        const b = Math.exp(-epsilon);
        const cell = Math.floor(Math.abs(x) / sensitivity);
        const late = Math.abs(x) - cell * sensitivity >= gamma * sensitivity ? 1 : 0;
        return ((1 - b) / (2 * sensitivity * (gamma + b * (1 - gamma)))) * b ** (cell + late);
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
      edges: ({ sensitivity, gamma }, reach) => Array.from({ length: Math.ceil(reach / sensitivity) }, (_, k) => [(k + gamma) * sensitivity, (k + 1) * sensitivity]).flat(),
    },
    Laplace: {
      density: (x, { epsilon, sensitivity }) => (epsilon / (2 * sensitivity)) * Math.exp((-epsilon * Math.abs(x)) / sensitivity),
      cost: (p, { epsilon, sensitivity }) => p * (sensitivity / epsilon) ** p,
      edges: () => [],
    },
    "Truncated Laplace": {
      kept: ({ delta }) => delta < 0.5,
      density(x, at) {
        const [rate, last] = [at.epsilon / at.sensitivity, end(at)];
        return Math.abs(x) > last ? 0 : (rate * Math.exp(-rate * Math.abs(x))) / (-2 * Math.expm1(-rate * last));
      },
      cost: (p, { epsilon, delta, sensitivity }) => window.COSTS.truncatedLaplace(epsilon, delta, p) * sensitivity ** p,
      edges: (at) => [end(at)],
    },
    "Uniform with atom": {
      density: (x, at) => (Math.abs(x) > half(at) ? 0 : (at.delta - at.alpha) / at.sensitivity),
      cost: (p, at) => ((1 - at.alpha) * half(at) ** p) / (p + 1),
      edges: (at) => [half(at)],
      atom: ({ alpha }) => alpha,
    },
  };
  window.BEST = {
    gamma(p, { epsilon }) {
      const b = Math.exp(-epsilon);
      if (p === 1) return 1 / (1 + Math.exp(epsilon / 2));
      return -b / (1 - b) + Math.cbrt((b - 2 * b * b + 2 * b ** 4 - b ** 5) / 2) / (1 - b) ** 2;
    },
    alpha: (p, { delta }) => Math.max(0, (p + 1) * delta - p),
  };

  const densities = (form, place, table) => {
    const reach = 60;
    const apart = Array.from({ length: 2001 }, (_, i) => (reach * Math.sinh((6 * (i - 1000)) / 1000)) / Math.sinh(6));
    const chosen = () => {
      const at = Object.fromEntries(["epsilon", "delta", "sensitivity", "gamma", "share"].map((name) => [name, Number(form[name].value)]));
      return { ...at, alpha: at.share * at.delta };
    };
    for (const button of form.querySelectorAll("[data-best]")) {
      button.addEventListener("click", () => {
        const [name, at] = [button.dataset.best, chosen()];
        const value = window.BEST[name](Number(button.value), at);
        form[name === "alpha" ? "share" : name].value = name === "alpha" ? value / at.delta : value;
        form.dispatchEvent(new Event("input"));
      });
    }
    return () => {
      const at = chosen();
      const shown = checked(form).map(([key, name]) => [key, name, window.NOISE[name]]);
      for (const part of form.querySelectorAll("[data-for]")) part.hidden = !shown.some(([, name]) => part.dataset.for.split(",").includes(name));
      for (const name of ["epsilon", "delta", "sensitivity", "gamma", "alpha"]) form.elements[`told-${name}`].textContent = short(at[name]);
      const drawn = shown.filter(([, , { kept }]) => !kept || kept(at));
      const edges = drawn.flatMap(([, , noise]) => noise.edges(at, reach)).flatMap((e) => [-e, e]).flatMap((e) => [e - 1e-9, e + 1e-9]);
      const masses = drawn.filter(([, , { atom }]) => atom?.(at) > 0).map(([, , { atom, density }]) => ({ x: 0, y: density(0, at), ax: 0, ay: 60, text: `mass ${short(atom(at))} at 0` }));
      const across = [...apart, ...edges].sort((a, b) => a - b);
      chart(place, drawn.map(([key, name, { density }]) => {
        const upwards = across.map((u) => density(u, at));
        return [key, name, across, upwards, upwards.map(short)];
      }), { title: { text: "x" }, range: [-5, 5] }, { title: { text: "density" }, rangemode: "tozero" }, masses);
      table.tBodies[0].replaceChildren(...shown.map(([, name, { cost, kept, atom }]) => row(
        kept && !kept(at) ? [name, "needs δ below 1/2", "", ""] : [name, atom ? short(atom(at)) : "0", short(cost(1, at)), short(cost(2, at))],
      )));
    };
  };

  for (const form of document.querySelectorAll("[data-profiles]")) follow(form, ["plotly.min.js", "../data/profiles.js"], profiles);
  for (const form of document.querySelectorAll("[data-densities]")) follow(form, ["plotly.min.js", "noise.js"], densities);
}
