// The versions of which pages are kept, the newest first: each in a folder of its name beside this one's.
// Copied over the same file of older versions, it makes their pages lead to newer ones.
"use strict";

const VERSIONS = ["0.2.0"];

if (VERSIONS.length > 1) {
  const here = DOCUMENTATION_OPTIONS.VERSION;
  for (const label of document.querySelectorAll(".versions")) {
    label.control.append(...VERSIONS.map((name) => new Option(name, name, name === here, name === here)));
    label.control.addEventListener("change", ({ target }) => {
      location.href = `${document.documentElement.dataset.content_root}../${target.value}/index.html`;
    });
    label.hidden = false;
  }
}
