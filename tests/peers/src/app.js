// What is measured in the program's own window: what the backend answers, against the same done in
// JavaScript over the same records, in the same window and in turns (P-14, P-15); opening, pasting
// and sending (P-20, P-21); keys in its lines (P-16); walks (desk, scan); the
// inbox (inbox).

import uFuzzy from '@leeoniya/ufuzzy';

import { layOut, measureUntil } from './frame.js';
import { inboxBench } from './inbox.js';
import { keysBench } from './typing.js';
import { walksBench } from './walks.js';

// As many rows as the window asks for at once.
const PAGE = 200;
const MOST = 1_000;
// Repeated so often and shared out: the clock of this window ticks in whole milliseconds.
const TIMES = 4;
const SHOWN = 8;

const text = new TextDecoder();

// A command as the page sends it; long answers are bytes.
const call = async (name, request) => {
  const answer = await window.__TAURI_INTERNALS__.invoke(name, { request });
  return answer instanceof ArrayBuffer ? JSON.parse(text.decode(answer)) : answer;
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (is, what, patience = 600_000) => {
  const began = performance.now();
  for (;;) {
    const found = await is();
    if (found) return found;
    if (performance.now() - began > patience) throw new Error(`${what}: not within ${patience} ms`);
    await pause(200);
  }
};

const one = (selector) => document.querySelector(selector);

const time = async (run) => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

// ---- The products, in the window itself -------------------------------------------------------

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const fold = (it) => it.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

let products = [];
let lines = [];

const readProducts = async () => {
  products = [];
  for (;;) {
    const { rows, total } = await call('list_products', { rows: { start: products.length, count: MOST } });
    products.push(...rows);
    if (products.length >= total || rows.length === 0) break;
  }
  for (const product of products) product.folded = fold(`${product.product_code}\n${product.name}\n${product.category?.name ?? ''}`);
  lines = products.map((product) => `${product.product_code} ${product.name}`);
};

const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });

const WORDS = ['sterile', 'titanium screw', 'silicone box', 'needle', 'mL bottle'];

// The same question twice in a row is answered from what is kept; so it never is the same.
const question = (what, turn) =>
  what === 'sort'
    ? { rows: { count: PAGE, sort: [{ by: 'name', descending: turn % 2 === 1 }] }, filter: { text: '', categories: [] } }
    : { rows: { count: PAGE, sort: [] }, filter: { text: WORDS[turn % WORDS.length], categories: [] } };

const byHand = {
  sort: (turn) => {
    const sign = turn % 2 === 1 ? -1 : 1;
    const order = (a, b) => sign * collator.compare(a.name, b.name) || collator.compare(a.product_code, b.product_code);
    return products.slice().sort(order).slice(0, PAGE);
  },
  filter: (turn) => {
    const words = fold(WORDS[turn % WORDS.length]).split(' ');
    return products.filter((product) => words.every((word) => product.folded.includes(word))).slice(0, PAGE);
  },
};

// What is typed, letter by letter: codes, words of names, and words with a letter wrong.
const TYPED = ['ORT-00', 'suture silk', 'cathetr', 'titanuim', 'gauze swab 25', 'Réactif'];
const KEYS = TYPED.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)));

const found = {
  ours: (typed) => call('find_products', { text: typed, count: SHOWN }),
  peer: (typed) => {
    const [at, info, order] = fuzzy.search(lines, typed, 1);
    const best = order ? order.slice(0, SHOWN).map((place) => info.idx[place]) : (at ?? []).slice(0, SHOWN);
    return best.map((place) => products[place]);
  },
};

// ---- Movements -------------------------------------------------------------------------------

const outboxIsEmpty = () => until(async () => (await call('outbox', {})).waiting === 0, 'sending', 120_000);

// All lines of a movement that can be changed.
const openLines = async (movement) => {
  const all = [];
  for (let start = 0; ; start += MOST) {
    const { rows, total } = await call('list_lines', { movement, rows: { start, count: MOST } });
    all.push(...rows.map((row) => row.line).filter(Boolean));
    if (start + MOST >= total) break;
  }
  return all.filter((line) => line.editable.includes('requested'));
};

// What an update must say: the movement's own fields and the lines that changed (interface document,
// 4.4).
const least = (movement, changed) => {
  const [year, month, day] = movement.date_requested.split('-');
  return JSON.stringify({
    id: movement.id,
    name: movement.name,
    description: movement.description ?? undefined,
    identifier: movement.identifier ?? undefined,
    'origin.id': movement.origin.id,
    'destination.id': movement.destination.id,
    dateRequested: `${month}/${day}/${year}`,
    'requestedBy.id': movement.requested_by.id,
    lineItems: changed.map(({ id, product, quantity, sort }) => ({
      id,
      'product.id': product.id,
      quantityRequested: quantity,
      sortOrder: sort || undefined,
    })),
  });
};

const lineGrid = "[data-testid='pane'] [data-testid='lines-grid']";
const listGrid = "[data-testid='movements-grid']";

const press = (target, key, more = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, bubbles: true, cancelable: true, ...more }));

const point = (target) => {
  for (const kind of ['mousedown', 'mouseup', 'click']) target.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0 }));
};

const rowNamed = (name) => {
  const cells = [...document.querySelectorAll(`${listGrid} [data-col='name']`)];
  return cells.find((cell) => cell.textContent === name && cell.offsetHeight > 0);
};

// Rows are on screen, and none of them is still to come.
const linesAreDrawn = () => {
  const grid = one(lineGrid);
  if (!grid || grid.offsetHeight === 0) return false;
  const rows = [...grid.querySelectorAll('[data-key]')];
  return rows.length > 10 && grid.querySelector('[data-index="0"] .code') !== null && !grid.querySelector('.bones[data-index]');
};

globalThis.bench = {
  // Signs in and reads everything there is, which is then in the mirror.
  begin: async (server, user, password) => {
    await call('sign_in', { server, user_name: user, password, allow_plain_http: true });
    const isRead = async (name) => {
      const { freshness } = await call(name, { rows: { count: 1 } });
      return freshness.as_of !== null && freshness.reading === null;
    };
    await until(() => isRead('list_products'), 'reading products');
    await until(() => isRead('list_movements'), 'reading movements');
    await readProducts();
    // Made once, before somebody types.
    await call('find_products', { text: 'a', count: 1 });
    return products.length;
  },
  // The service's id of a movement, by its name.
  named: async (name) => {
    const { rows } = await call('list_movements', { rows: { count: 5 }, filter: { text: name } });
    const row = rows.map((entry) => entry.row ?? entry).find((row) => row?.name === name);
    if (!row?.id) throw new Error(`no movement is named ${name}: ${JSON.stringify(rows)}`);
    return row.id;
  },
  // Both sides once: ours, peer, in ms.
  table: async (what, turn) => {
    let counts;
    const ours = await time(async () => {
      counts = (await call('list_products', question(what, turn))).rows.length;
    });
    const peer = await time(() => {
      if (byHand[what](turn).length !== counts) throw new Error(`${what} ${turn}: not the same rows`);
    });
    return { ours, peer };
  },
  // Both sides once for every key, in ms.
  keys: async () => {
    const took = { ours: [], peer: [] };
    for (const typed of KEYS) {
      for (const side of ['ours', 'peer']) {
        const all = await time(async () => {
          for (let again = 0; again < TIMES; again += 1) await found[side](typed);
        });
        took[side].push(all / TIMES);
      }
    }
    return took;
  },
  // An empty movement like another one, and so many lines in it; answers its key.
  make: async (like, name, count) => {
    const { movement } = await call('open_movement', { movement: { id: like }, without_lines: true });
    const form = {
      start: 'empty',
      name,
      origin: movement.origin.id,
      destination: movement.destination.id,
      date_requested: movement.date_requested,
      requested_by: movement.requested_by.id,
    };
    const { key } = await call('create_movement', { form });
    await outboxIsEmpty();
    if (count > 0) {
      await call('paste_lines', { movement: key, column: 'code', cells: globalThis.bench.block(count) });
      await call('send_changes', { movement: key });
      await outboxIsEmpty();
    }
    return key;
  },
  // Codes and quantities, as they come out of a sheet.
  block: (count) => Array.from({ length: count }, (_, at) => [products[at * 37].product_code, String((at % 40) + 1)]),
  // Pastes a block, checked and kept, and takes it back; in ms.
  paste: async (movement, count) => {
    const cells = globalThis.bench.block(count);
    let pasted;
    const took = await time(async () => {
      pasted = await call('paste_lines', { movement, column: 'code', cells });
    });
    if (pasted.added !== count) throw new Error(`pasted: ${JSON.stringify({ ...pasted, rows: undefined })}`);
    await call('undo_step', { movement });
    return took;
  },
  // Changes so many lines of a movement and sends them; answers the movement's path and the bytes
  // that must be sent.
  send: async (id, count) => {
    const opened = await until(async () => {
      const opened = await call('open_movement', { movement: { id } });
      return opened.movement.lines?.length && opened;
    }, 'reading the movement');
    const sorts = new Map(opened.movement.lines.map((line) => [line.id, line.sort_order]));
    const all = await openLines(opened.key);
    const step = Math.floor(all.length / count);
    const chosen = Array.from({ length: count }, (_, at) => all[at * step]);
    const changed = chosen.map(({ key, product, requested }) => {
      const item = key.slice(2);
      return { key, id: item, product, quantity: requested + 1, sort: sorts.get(item) };
    });
    const edits = changed.map(({ key, quantity }) => ({ cell: { row: key, column: 'requested', text: String(quantity) } }));
    await call('edit_lines', { movement: opened.key, step: 'fill', edits });
    await call('send_changes', { movement: opened.key });
    await outboxIsEmpty();
    return { bytes: new TextEncoder().encode(least(opened.movement, changed)).length, lines: opened.movement.lines.length };
  },
  // Shows one movement in the list, by its name.
  look: async (name) => {
    const skip = one("[data-testid='identity-sheet']");
    if (skip) press(skip.querySelector('button'), 'Escape');
    const find = await until(() => one("[data-testid='pane'] [data-testid='find']"), 'the list', 30_000);
    find.value = name;
    find.dispatchEvent(new Event('input', { bubbles: true }));
    await until(() => rowNamed(name), `a row named ${name}`, 30_000);
  },
  // Opens that movement until its first lines are drawn, and closes it; in ms.
  open: async (name, stay = false) => {
    const cell = rowNamed(name);
    point(cell);
    const took = await measureUntil(
      () => cell.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true })),
      linesAreDrawn,
      60_000,
    );
    if (stay) return took;
    press(document.activeElement ?? document.body, 'w', { ctrlKey: true });
    await until(() => rowNamed(name), 'the list again', 30_000);
    await pause(150);
    return took;
  },
  // The quantity of a row, ready to be typed over.
  ready: async (at) => {
    const cell = () => one(`${lineGrid} [data-index='${at}'] [data-col='requested']`);
    point(await until(cell, `row ${at}`, 10_000));
    // Not `:focus`: another window may be the one in front.
    await until(() => document.activeElement === cell(), 'the focus', 10_000);
    layOut();
    return cell().getAttribute('aria-readonly') !== 'true';
  },
  ...walksBench({ call, until, one, point, press, pause }),
  ...inboxBench({ call, until, one, pause, openLines }),
  ...keysBench(
    () => one(`${lineGrid} [data-testid='cell-edit']`)?.value,
    (at) => one(`${lineGrid} [data-index='${at}'] [data-col='requested']`)?.textContent,
  ),
};
