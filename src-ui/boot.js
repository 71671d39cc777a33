// Starts the page with the texts of every language at hand, so that changing it takes no time. What it
// is made of is asked for at once: nothing waits for another part to come.

// The texts of a file in the order of their keys, which is how build.rs numbers them, as one. A counted
// text is one of them: its plural categories and what stands for each.
const sorted = (object) => Object.keys(object).sort().map((key) => object[key]);
const said = (text) => (typeof text === 'string' ? text : Object.entries(text).flat().join('\x01'));
const flat = (groups) => sorted(groups).flatMap(sorted).map(said).join('\0');

const page = fetch('./ui_bg.wasm')
  .then((answer) => answer.arrayBuffer())
  .then((bytes) => WebAssembly.compile(bytes));
const script = import('./ui.js');
const texts = {};
await Promise.allSettled(
  ['en', 'fr'].map(async (language) => {
    const answer = await fetch(`./locales/${language}.json`);
    texts[language] = flat(await answer.json());
  }),
);
globalThis.stockhandTexts = texts;
(await script).default({ module_or_path: page });
