// A grid as the window draws one, without its rows: the element that scrolls, the heads, the body.

import { ROW } from './records.js';

const COLUMNS = [
  ['number', 'Number', '2.5rem', 'n'],
  ['code', 'Code', '5.25rem', ''],
  ['name', 'Name', 'minmax(13rem, 1fr)', ''],
  ['category', 'Category', '8.5rem', ''],
  ['requested', 'Requested', '5.125rem', 'n'],
  ['to_ship', 'To ship', '5.125rem', 'n'],
  ['status', 'Status', '7.25rem', ''],
  ['comment', 'Comment', '9rem', ''],
];

const LEAST = '56.75rem';

// Room for so many rows on screen, in px: with it, a grid that draws what is on screen draws them all.
export const TALL = 2_010 * ROW;

// What holds the grid: as high as the window, or so high that every row is on screen.
export const stage = (tall) => {
  document.getElementById('shell')?.remove();
  document.getElementById('stage')?.remove();
  const outer = document.createElement('div');
  outer.id = 'stage';
  Object.assign(outer.style, { height: '100vh', overflow: 'auto', display: 'flex' });
  const inner = document.createElement('div');
  Object.assign(inner.style, { height: tall ? `${TALL}px` : '100%', flex: '1', minWidth: '0', display: 'flex' });
  outer.append(inner);
  document.body.append(outer);
  return inner;
};

const head = ([id, label, , side], place) =>
  `<div class="${side}" role="columnheader" tabindex="-1" aria-colindex="${place + 1}" title="${label}"
    data-testid="column" data-col="${id}"><span class="trunc">${label}</span><span class="grip" aria-hidden="true"></span></div>`;

// What the element itself says, for those who draw it by themselves.
export const grid = (total) => ({
  class: 'grid',
  role: 'treegrid',
  'aria-label': 'Lines',
  'aria-rowcount': total + 1,
  'aria-colcount': COLUMNS.length,
  'aria-multiselectable': 'true',
  tabindex: '-1',
  'data-testid': 'bench-grid',
});

export const heads = () => COLUMNS.map(head).join('');

export const widths = (element) => {
  element.style.setProperty('--cols', COLUMNS.map(([, , width]) => width).join(' '));
  element.style.setProperty('--grid-min', LEAST);
};

// The grid as plain elements; answers its body, which the rows go into.
export const plain = (within, total) => {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries(grid(total))) element.setAttribute(name, value);
  widths(element);
  element.innerHTML = `<div class="grid-head" role="row" aria-rowindex="1">${heads()}</div>
    <div class="grid-body" role="rowgroup"></div>`;
  within.append(element);
  return element;
};

export const total = (element, rows) => {
  element.setAttribute('aria-rowcount', rows + 1);
  element.lastElementChild.style.height = `${rows * ROW}px`;
};
