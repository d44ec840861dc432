// Filters of tables, graphs, and what scrolls can be reached by keyboard.
"use strict";

const GREEK = {
  α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", ϵ: "epsilon", λ: "lambda", μ: "mu",
  π: "pi", σ: "sigma", φ: "phi", Δ: "delta", Γ: "gamma", Φ: "phi", Σ: "sigma", Λ: "lambda",
};
window.plainWords = (text) => text.replace(/\\([a-z]+)/gi, "$1")
  .replace(/[\u0370-\u03ff]/g, (c) => ` ${GREEK[c] || c} `).toLowerCase();

for (const form of document.querySelectorAll("[data-filters]")) {
  const rows = [...document.querySelectorAll(`#${form.dataset.filters} tbody tr`)];
  const words = new Map(rows.map((row) => [row, window.plainWords(`${row.dataset.id} ${row.textContent}`)]));
  const told = form.querySelector("output");
  const noun = told.textContent.split(" ").pop();
  const apply = () => {
    const asked = Object.fromEntries(new FormData(form));
    const wanted = window.plainWords(asked.words).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const fits = Object.entries(asked).every(
        ([name, value]) => name === "words" || !value || row.dataset[name] === value,
      ) && wanted.every((word) => words.get(row).includes(word));
      row.hidden = !fits;
      shown += fits;
    }
    told.textContent = `${shown} ${noun}`;
  };
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}

for (const drawing of document.querySelectorAll("[data-graph]")) {
  const choose = (name) => {
    drawing.parentElement.classList.toggle("chosen", Boolean(name));
    for (const arc of drawing.querySelectorAll(".arc")) {
      arc.classList.toggle("on", arc.dataset.by === name || arc.dataset.on === name);
    }
  };
  for (const node of drawing.querySelectorAll("[data-node]")) {
    for (const event of ["mouseenter", "focus"]) node.addEventListener(event, () => choose(node.dataset.node));
    for (const event of ["mouseleave", "blur"]) node.addEventListener(event, () => choose(""));
  }
}

// What is wider than its place scrolls, and so has to be reached by keyboard.
const reachable = () => {
  for (const box of document.querySelectorAll(".formula, .wide, .table-wrapper, pre, table, article p, article dd, article li, figcaption")) {
    if (box.scrollWidth > box.clientWidth + 1) {
      box.tabIndex = 0;
      if (box.matches("div, p, pre") && !box.hasAttribute("role")) { box.setAttribute("role", "group"); box.setAttribute("aria-label", "scrolls sideways"); }
    } else if (!box.matches("pre")) box.removeAttribute("tabindex"); // which may scroll down as well
  }
};
addEventListener("load", reachable);
addEventListener("resize", reachable);
