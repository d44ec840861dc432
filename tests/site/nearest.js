// The claims near formulas, as the page of errata finds them: node nearest.js STATIC FORMULAS.JS FORMULA ...
const fs = require("fs");
const vm = require("vm");

const [folder, data, ...asked] = process.argv.slice(2);
const page = { document: { querySelector: () => null, querySelectorAll: () => [] }, addEventListener: () => {} };
page.window = page;
vm.createContext(page);
for (const file of [`${folder}/site.js`, data, `${folder}/formulas.js`]) vm.runInContext(fs.readFileSync(file, "utf8"), page);
console.log(JSON.stringify(asked.map((formula) => page.nearest(formula).map(({ claim, share }) => [claim.id, share]))));
