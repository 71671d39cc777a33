// 2,000 rows by hand, each with a field for its quantity (P-16): what is typed is checked, kept in an
// array and drawn as changed. The rows on screen are drawn, as by our grid: fields of all rows at once
// would be a weak peer.

import { plain, stage, total } from './grid.js';
import { records, ROW } from './records.js';
import { made_of, put, write } from './rows.js';
import { keysBench } from './typing.js';

const LINES = 2_000;
const BEYOND = 4;

const element = plain(stage(false), LINES);
const body = element.lastElementChild;
const list = records(0, LINES).map((one) => ({ ...one, typed: false }));
total(element, LINES);

const fieldOf = (row) => row.children[4].querySelector('input');
const placeOf = (input) => Number(input.closest('.row').dataset.index);

// The quantity's cell stays a field when its row becomes another one.
const quantity = document.createElement('template');
quantity.innerHTML = '<div class="edit"><input inputmode="numeric" autocomplete="off" spellcheck="false" aria-label="Requested"></div>';

const withField = (one, at) => {
  const row = made_of(one, at);
  row.children[4].classList.add('is-edit');
  row.children[4].replaceChildren(quantity.content.cloneNode(true));
  return row;
};

const fill = (row, at) => {
  const one = list[at];
  const cell = row.children[4];
  const field = cell.firstChild;
  cell.replaceChildren(document.createElement('span'));
  cell.firstChild.append(' ');
  write(row, one);
  cell.replaceChildren(field);
  put(row, at);
  fieldOf(row).value = one.requested;
  cell.classList.toggle('is-local', one.typed);
};

const size = Math.ceil(element.clientHeight / ROW) + 2 * BEYOND;
const rows = list.slice(0, size).map(withField);
body.append(...rows);

const draw = () => {
  const first = Math.max(0, Math.min(Math.floor(element.scrollTop / ROW) - BEYOND, LINES - size));
  for (const [number, row] of rows.entries()) {
    // Rows keep their elements while they are in view.
    const at = first + ((number - (first % size) + size) % size);
    if (Number(row.dataset.index) !== at || fieldOf(row).value === '') fill(row, at);
  }
};

draw();
element.addEventListener('scroll', draw);

body.addEventListener('input', ({ target }) => {
  const isNumber = /^\d+$/.test(target.value);
  const cell = target.closest('.c');
  cell.classList.toggle('is-error', !isNumber);
  cell.classList.add('is-local');
  if (isNumber) Object.assign(list[placeOf(target)], { requested: target.value, typed: true });
});

const rowAt = (at) => rows.find((row) => Number(row.dataset.index) === at);

body.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const below = rowAt(placeOf(event.target) + 1);
  if (below === undefined) return;
  fieldOf(below).focus();
  fieldOf(below).select();
});

globalThis.bench = {
  ...keysBench(
    () => document.activeElement?.value,
    (at) => fieldOf(rowAt(at)).value,
  ),
  // The field of a line, ready to be typed over.
  ready: async (at) => {
    const field = fieldOf(rowAt(at));
    field.focus();
    field.select();
    return document.activeElement === field;
  },
};
