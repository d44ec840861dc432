// "Was this formula corrected?": the claims whose formulas look like one that is pasted.
"use strict";

const SAME = new Map(Object.entries({
  varepsilon: "epsilon", eps: "epsilon", vartheta: "theta", varphi: "phi", leq: "<=", le: "<=", leqslant: "<=", geq: ">=", ge: ">=",
  geqslant: ">=", ne: "!=", neq: "!=", ln: "log", infty: "oo", Pr: "P", Abs: "|", Integral: "int", Sum: "sum", Min: "min", Max: "max",
  lvert: "|", rvert: "|", vert: "|", mid: "|", "≤": "<=", "≥": ">=", "≠": "!=", "∞": "oo", "−": "-", "√": "sqrt", "→": "to", rightarrow: "to", "**": "^",
}));
// What says how a formula looks, and not what it is.
const LOOKS = new Set(("left right big Big bigl bigr Bigl Bigr biggl biggr displaystyle textstyle quad qquad cdot times limits text textrm "
  + "mathrm mathbb mathbf mathcal mathsf operatorname mathop tag label begin end gathered aligned align equation array cases Rational _ { } ( ) "
  + "[ ] & , ; : ! . $ *").split(" "));
const PART = /\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]+|<=|>=|!=|\*\*|->|\S/g;

// The signs of a formula in one spelling, whatever it was written in; brackets are left out.
function signs(text) {
  const greek = text.replace(/[\u0370-\u03ff]/g, (c) => {
    const name = GREEK[c.toLowerCase()] ?? c;
    return ` ${c === c.toLowerCase() ? name : name[0].toUpperCase() + name.slice(1)} `;
  });
  const parts = greek.replace(/Rational\((-?\d+),\s*(\d+)\)/g, "$1/$2").match(PART) ?? [];
  const found = [];
  while (parts.length) found.push(...next(parts));
  return found;
}

// The first of some parts, or the group in braces that begins there, in one spelling.
function next(parts) {
  const part = parts.shift();
  if (part === "{") {
    const inside = [];
    while (parts.length && parts[0] !== "}") inside.push(...next(parts));
    parts.shift();
    return inside;
  }
  const name = part.replace(/^\\/, "");
  if (/^[tdc]?frac$/.test(name)) return [...argument(parts), "/", ...argument(parts)];
  if (name === "exp") return ["e", "^"];
  if (LOOKS.has(name) || name.startsWith("\\")) return [];
  return [SAME.get(name) ?? name];
}

// That of a command: a group or one sign, of a number its first digit.
function argument(parts) {
  if (/^\d\d/.test(parts[0] ?? "")) parts.splice(0, 1, parts[0][0], parts[0].slice(1));
  return parts.length ? next(parts) : [];
}

// Each sign, pair and triple of neighbouring signs.
function grams(text) {
  const found = signs(text);
  return new Set(found.flatMap((_, i) => [1, 2, 3].map((n) => found.slice(i, i + n).join(" "))));
}

// The claims that look most like a formula, each with a share from 0 to 1 that it has of it.
window.nearest = (formula, claims = window.FORMULAS) => {
  window.nearest.kept ??= claims.map((claim) => claim.texts.map(grams));
  const kept = window.nearest.kept;
  const holders = new Map();
  for (const texts of kept) for (const gram of new Set(texts.flatMap((text) => [...text]))) holders.set(gram, (holders.get(gram) ?? 0) + 1);
  const total = (set) => [...set].reduce((sum, gram) => sum + Math.log((1 + kept.length) / (holders.get(gram) ?? 1)), 0);
  const asked = grams(formula);
  const share = (text) => {
    const common = total(new Set([...asked].filter((gram) => text.has(gram))));
    return common && common / (0.8 * total(asked) + 0.2 * total(text));
  };
  return claims.map((claim, i) => ({ claim, share: Math.max(...kept[i].map(share)) }))
    .filter((found) => found.share > 0.25).sort((a, b) => b.share - a.share).slice(0, 5);
};

const box = document.querySelector("[data-formula]");
if (box) {
  const made = (tag, more) => Object.assign(document.createElement(tag), more);
  const line = ({ claim }) => {
    const found = made("li");
    found.append(
      made("a", { textContent: claim.title, href: `claims/${claim.id}.html` }), " ",
      made("span", { textContent: claim.verdict, className: `verdict ${claim.verdict}` }), made("br"),
      made("span", { textContent: `${claim.where} `, className: "soft" }),
    );
    if (claim.wrong) found.append(made("a", { textContent: "its erratum", href: `errata/${claim.id}.html` }));
    return found;
  };
  const answer = () => {
    const asked = box.formula.value.trim();
    const near = asked ? window.nearest(asked) : [];
    const list = made("ol");
    list.append(...near.map(line));
    const told = near.length ? "Nearest first, by its signs alone: read there whether it is the same. A verdict is on what the paper prints."
      : asked ? "No claim looks like it. That says nothing about whether it is right." : "";
    document.querySelector("[data-near]").replaceChildren(made("p", { textContent: told, className: "soft" }), ...(near.length ? [list] : []));
  };
  box.addEventListener("input", answer);
  box.addEventListener("submit", (event) => event.preventDefault());
}
