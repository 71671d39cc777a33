// Rows of plain elements, by hand: a row is a copy of one that was made once.

import { nameOf, ROW } from './records.js';

const cell = (column, place, side, inside, more = '') =>
  `<div class="c${side}" role="gridcell" tabindex="-1" aria-colindex="${place}" data-testid="cell"
    data-col="${column}"${more}>${inside}</div>`;

const made = document.createElement('template');
made.innerHTML = `<div class="row slot" role="row" aria-selected="false" aria-level="1" data-testid="row">${[
  cell('number', 1, ' n ord', '<span> </span>'),
  cell('code', 2, '', '<span class="code"> </span>'),
  cell('name', 3, '', '<span class="name"><b> </b> </span>', ' dir="auto"'),
  cell('category', 4, ' dim', '<span> </span>', ' dir="auto"'),
  cell('requested', 5, ' n', '<span> </span>'),
  cell('to_ship', 6, ' n ship medium', '<span class="faint"> </span>'),
  cell('status', 7, ' c-flex', `<span class="st st-pending"><svg class="icon" aria-hidden="true"><use href="#i-circle"></use></svg><span
    class="trunc" dir="auto">Pending</span></span>`, ' title="Pending"'),
  cell('comment', 8, '', '<span> </span>', ' dir="auto"'),
].join('')}</div>`.replace(/\n\s+/g, ' ');
const model = made.content.firstElementChild;

export const write = (row, one) => {
  const [number, code, name, category, requested, ship, , comment] = row.children;
  const text = nameOf(one);
  row.dataset.key = one.number;
  number.firstChild.firstChild.data = one.number + 1;
  code.firstChild.firstChild.data = one.code;
  name.title = text;
  const [strong, rest] = name.firstChild.childNodes;
  strong.firstChild.data = one.article;
  rest.data = one.measures;
  category.title = one.category;
  category.firstChild.firstChild.data = one.category;
  requested.firstChild.firstChild.data = one.requested;
  ship.firstChild.firstChild.data = one.requested;
  comment.title = one.comment;
  comment.firstChild.firstChild.data = one.comment;
};

export const put = (row, at) => {
  row.style.transform = `translateY(${at * ROW}px)`;
  row.setAttribute('aria-rowindex', at + 2);
  row.dataset.index = at;
};

export const mark = (row, chosen) => {
  row.className = chosen ? 'row slot is-selected is-current' : 'row slot';
  row.setAttribute('aria-selected', chosen);
  row.firstChild.classList.toggle('is-cell', chosen);
  row.firstChild.tabIndex = chosen ? 0 : -1;
};

export const made_of = (one, at) => {
  const row = model.cloneNode(true);
  write(row, one);
  put(row, at);
  return row;
};
