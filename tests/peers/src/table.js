// The operations on a table (P-10, P-11), the same for every page. A table is an object of
// `create(from, count)`, `append(from, count)`, `change()` (every tenth), `choose(at)`, `swap(a, b)`,
// `remove(at)` and `clear()`; it draws all its rows.

import { measure } from './frame.js';

const MANY = 1_000;

const rows = () => [...document.querySelectorAll('.grid-body > [data-key]')];
const keys = () => rows().sort((a, b) => a.dataset.index - b.dataset.index).map((row) => row.dataset.key);
const count = (wanted) => () => expect(rows().length, wanted, 'rows');
const keyAt = (at, wanted) => expect(keys()[at], String(wanted), `the row at ${at}`);

const expect = (is, wanted, what) => {
  if (is !== wanted) throw new Error(`${what}: ${is}, not ${wanted}`);
};

let next = 0;
const fresh = () => (next += MANY) - MANY;

// Each: what it begins with, what is measured, what must be drawn by then.
const OPERATIONS = {
  create: (table) => [() => table.clear(), () => table.create(fresh(), MANY), count(MANY)],
  replace: (table) => [
    () => table.create(fresh(), MANY),
    () => table.create(fresh(), MANY),
    () => keyAt(0, next - MANY),
  ],
  change: (table) => [
    () => table.create(fresh(), MANY),
    () => table.change(),
    () => {
      const names = document.querySelectorAll('.grid-body > [data-key] [data-col="name"]');
      expect([...names].filter((name) => name.textContent.endsWith(', urgent')).length, MANY / 10, 'changed');
    },
  ],
  choose: (table) => [
    () => (table.create(fresh(), MANY), table.choose(0)),
    () => table.choose(500),
    () => expect(document.querySelector('.grid-body > .is-selected').dataset.index, '500', 'the chosen row'),
  ],
  swap: (table) => [
    () => table.create(fresh(), MANY),
    () => table.swap(1, 998),
    () => (keyAt(1, next - 2), keyAt(998, next - MANY + 1)),
  ],
  remove: (table) => [
    () => (table.create(fresh(), MANY), table.choose(0)),
    () => table.remove(500),
    () => (count(MANY - 1)(), keyAt(500, next - MANY + 501)),
  ],
  append: (table) => [
    () => table.create(fresh(), MANY),
    () => table.append(fresh(), MANY),
    count(2 * MANY),
  ],
  clear: (table) => [() => table.create(fresh(), MANY), () => table.clear(), count(0)],
};

const settled = async () => {
  await measure(() => {}, () => {});
  await measure(() => {}, () => {});
};

export const tableBench = (table) => ({
  operations: Object.keys(OPERATIONS),
  // One operation, from where it begins: `{script, work, frame}` in ms.
  run: async (name) => {
    const [before, change, check] = OPERATIONS[name](table);
    before();
    await settled();
    return measure(change, check);
  },
  // Two rows as they are drawn, the first one chosen; without what only some way of drawing leaves.
  drawn: async () => {
    table.clear();
    await settled();
    table.create(0, 2);
    table.choose(0);
    await settled();
    return [...rows()].sort((a, b) => a.dataset.index - b.dataset.index).map(asDrawn);
  },
});

// An element by its name, its attributes in the order of their names, and what is inside.
export const asDrawn = (element) => {
  const attributes = [...element.attributes]
    .map(({ name, value }) => [name, name === 'class' ? value.split(/\s+/).filter(Boolean).sort().join(' ') : value.trim()])
    .map(([name, value]) => [name, name === 'style' ? value.replace(/[\s;]/g, '') : value])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${value}"`);
  let inside = '';
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) inside += node.data;
    if (node.nodeType === Node.ELEMENT_NODE) inside += asDrawn(node);
  }
  return `<${element.localName}${attributes.join('')}>${inside}</${element.localName}>`;
};
