// 500 rows by hand, and the keys of a scanner (scan): a code marks its row, and a line above says so.

import { plain, stage, total } from './grid.js';
import { records } from './records.js';
import { made_of } from './rows.js';
import { scannedBench } from './scanned.js';

const LINES = 500;

const within = stage(false);
const strip = document.createElement('div');
strip.setAttribute('role', 'status');
strip.style.minWidth = '12rem';
within.append(strip);
const element = plain(within, LINES);
const body = element.lastElementChild;
const list = records(0, LINES);
const rows = new Map(list.map((one, at) => [one.code, made_of(one, at)]));
body.append(...rows.values());
total(element, LINES);

let typed = '';
let count = 0;
window.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') {
    typed += event.key.length === 1 ? event.key : '';
    return;
  }
  const row = rows.get(typed);
  typed = '';
  if (!row) return;
  row.classList.toggle('is-selected');
  row.scrollIntoView({ block: 'nearest' });
  count += 1;
  strip.textContent = `${row.children[1].textContent}: ${count}`;
});

globalThis.bench = {
  ...scannedBench(() => strip.textContent),
  codes: async (wanted) => list.slice(0, wanted).map(({ code }) => code),
};
