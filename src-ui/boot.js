// Starts the page with the texts of every language at hand, so that changing it takes no time. What it
// is made of is asked for at once: nothing waits for another part to come.

// The texts of a file in the order of their keys, which is how build.rs numbers them, as one.
const flat = (texts) =>
  typeof texts === 'string'
    ? texts
    : Object.keys(texts).sort().map((key) => flat(texts[key])).join('\0');

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
