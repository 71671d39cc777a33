// A table by hand: no library, every operation touches the elements it must touch (P-10).

import { plain, stage, total } from './grid.js';
import { changed, records } from './records.js';
import { made_of, mark, put, write } from './rows.js';
import { tableBench } from './table.js';

const element = plain(stage(true), 0);
const body = element.lastElementChild;
let list = [];
let chosen = 0;

const drawFrom = (from) => {
  const part = document.createDocumentFragment();
  for (let at = from; at < list.length; at += 1) {
    const row = made_of(list[at], at);
    if (at === chosen) mark(row, true);
    part.append(row);
  }
  body.append(part);
  total(element, list.length);
};

const table = {
  create: (from, count) => {
    table.clear();
    list = records(from, count);
    drawFrom(0);
  },
  append: (from, count) => {
    const before = list.length;
    list = list.concat(records(from, count));
    drawFrom(before);
  },
  change: () => {
    for (let at = 0; at < list.length; at += 10) {
      list[at] = changed(list[at]);
      write(body.children[at], list[at]);
    }
  },
  choose: (at) => {
    const [old, now] = [body.children[chosen], body.children[at]];
    if (old) mark(old, false);
    if (now) mark(now, true);
    chosen = at;
  },
  swap: (a, b) => {
    [list[a], list[b]] = [list[b], list[a]];
    const [first, second, behind] = [body.children[a], body.children[b], body.children[b + 1] ?? null];
    body.insertBefore(second, first);
    body.insertBefore(first, behind);
    put(second, a);
    put(first, b);
  },
  remove: (at) => {
    list.splice(at, 1);
    body.children[at].remove();
    for (let row = body.children[at], place = at; row; row = row.nextElementSibling, place += 1) put(row, place);
    total(element, list.length);
  },
  clear: () => {
    list = [];
    body.textContent = '';
    total(element, 0);
  },
};

globalThis.bench = tableBench(table);
