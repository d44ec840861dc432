// Ranks the pages of a site as its search does: node ranking.js SITE QUERY ...
const fs = require("fs");
const vm = require("vm");

const [site, ...queries] = process.argv.slice(2);
const page = {
  document: { getElementById: () => null }, location: { protocol: "file:", search: "" },
  DOCUMENTATION_OPTIONS: {}, SPHINX_HIGHLIGHT_ENABLED: false, URLSearchParams, _: (text) => text, _ready: () => {},
};
page.window = page;
vm.createContext(page);
for (const name of ["_static/searchtools.js", "_static/language_data.js", "searchindex.js"]) {
  vm.runInContext(fs.readFileSync(`${site}/${name}`, "utf8"), page);
}
const first = queries.map((query) => {
  page.query = query;
  page.location.search = `?${new URLSearchParams({ q: query })}`;
  const [place, , anchor] = vm.runInContext("Search._performSearch(...Search._parseQuery(query))", page).at(-1);
  return place + anchor;
});
console.log(JSON.stringify(first));
