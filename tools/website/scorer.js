// Which page a search finds first: one whose title has the words; of two, the one to begin with.
// A page that is opened from disk may not read others, to quote from them.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

var Scorer = (() => {
  const rooms = [[/^which-noise$/, 13], [/^install$|^tutorials\//, 12], [/^[^/]+$|^howto\//, 8], [/^(api|explore)\//, 6], [/^claims\//, 3]];
  const apart = (text) => text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const words = (text) => apart(text).filter((word) => word && !stopwords.has(word));
  const score = ([place, title, , , points]) => {
    const asked = words(new URLSearchParams(location.search).get("q") ?? "");
    const told = words(title);
    const named = asked.filter((word) => told.some((other) => other === word || (word.length > 3 && other.startsWith(word))));
    const room = rooms.find(([pattern]) => pattern.test(place))?.[1] ?? 0;
    const name = title.split(/[:(]/)[0].replace(/^dpproofs\.(?=\p{Lu})/u, "");  // of a theorem, or of a kind of noise
    const itself = words(name).join(" ") === asked.join(" ");
    return points + room + (itself ? 15 : 0) + (asked.length ? (20 * named.length) / asked.length : 0);
  };
  return {
    score, objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
    title: 15, partialTitle: 7, term: 5, partialTerm: 2,
  };
})();
