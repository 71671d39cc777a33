// Starts the page with the texts of every language at hand, so that changing it takes no time.
import init from './ui.js';

// The texts of a file in the order of their keys, which is how build.rs numbers them, as one.
const flat = (texts) =>
  typeof texts === 'string'
    ? texts
    : Object.keys(texts).sort().map((key) => flat(texts[key])).join('\0');

const page = fetch('./ui_bg.wasm');
const texts = {};
await Promise.allSettled(
  ['en', 'fr'].map(async (language) => {
    const answer = await fetch(`./locales/${language}.json`);
    texts[language] = flat(await answer.json());
  }),
);
globalThis.stockhandTexts = texts;
init({ module_or_path: page });
