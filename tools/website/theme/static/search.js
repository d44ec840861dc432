// Search without a server: every word has to be found; a phrase in a title counts most.
"use strict";

const field = document.querySelector("[data-search] input");
const list = document.getElementById("results");
const told = document.getElementById("found");
const MOST = 60;
const plain = (text) => window.plainWords(text).replace(/[^\p{L}\p{N}.]+/gu, " ").trim();
const pages = window.SEARCH.map(([title, url, kind, text]) => ({
  title, url, kind, text, head: ` ${plain(`${title} ${kind}`).replace(/\./g, " ")} `, body: ` ${plain(text)} `,
}));

function score(page, phrase, words) {
  let points = 0;
  for (const word of words) {
    const whole = /^\d+$/.test(word) ? ` ${word} ` : ` ${word}`; // "6" is not the start of "60"
    if (page.head.includes(whole)) points += page.head.includes(` ${word} `) ? 12 : 8;
    else if (page.body.includes(whole)) points += 1;
    else return 0;
  }
  if (page.head.includes(` ${phrase} `)) points += page.head.startsWith(` ${phrase} `) ? 90 : 60;
  else if (page.body.includes(` ${phrase} `)) points += 5;
  return points;
}

function excerpt(text, words) {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)).filter((n) => n >= 0).slice(0, 1));
  const start = Math.max(0, at - 70);
  return (start ? "… " : "") + text.slice(start, start + 190) + (start + 190 < text.length ? " …" : "");
}

function search() {
  const phrase = plain(field.value).replace(/\./g, " ").replace(/\s+/g, " ").trim();
  const words = phrase.split(" ").filter(Boolean);
  const found = words.length
    ? pages.map((page) => [score(page, phrase, words), page]).filter(([points]) => points > 0)
        .sort((a, b) => b[0] - a[0] || a[1].title.length - b[1].title.length)
    : [];
  told.textContent = words.length
    ? `${found.length} page${found.length === 1 ? "" : "s"} found` : "Type some words. Greek letters can be spelled out.";
  list.replaceChildren(...found.slice(0, MOST).map(([, page]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const kind = document.createElement("p");
    const text = document.createElement("p");
    link.href = page.url;
    link.textContent = page.title;
    kind.className = "soft";
    kind.textContent = page.kind;
    text.textContent = excerpt(page.text, words);
    item.append(link, kind, text);
    return item;
  }));
}

field.value = new URLSearchParams(location.search).get("q") || "";
field.addEventListener("input", search);
document.querySelector("[data-search]").addEventListener("submit", (event) => event.preventDefault());
search();
