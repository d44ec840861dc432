// What the page "Which noise?" answers: node which_noise.js STATIC TABLE.JSON QUESTIONS.JSON
const fs = require("fs");
const vm = require("vm");

const [folder, table, questions] = process.argv.slice(2);
const page = { document: { querySelector: () => null } };
page.window = page;
vm.createContext(page);
for (const name of ["noise", "which-noise"]) vm.runInContext(fs.readFileSync(`${folder}/${name}.js`, "utf8"), page);
const found = JSON.parse(fs.readFileSync(table, "utf8"));
console.log(JSON.stringify(JSON.parse(questions).map((asked) => page.answer({ ...asked, table: found }))));
