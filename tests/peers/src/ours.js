// What drives the window's own grid: the page offers what its tables do, and here it is measured.

import { listBench } from './scroll.js';
import { tableBench } from './table.js';

const own = globalThis.stockhandBench;

const table = {};
for (const name of ['create', 'append', 'change', 'choose', 'swap', 'remove', 'clear']) {
  table[name] = (...given) => own[name](given[0] ?? 0, given[1] ?? 0);
}

let bench;

// A page shows one of both: a table with all its rows, or a list.
globalThis.bench = {
  begin: async (what) => {
    if (what === 'table') own.table(0, 0);
    bench = what === 'table' ? tableBench(table) : listBench({ show: (total) => own.list(total, 0), hide: () => own.nothing(0, 0) });
  },
  run: (...given) => bench.run(...given),
  drawn: () => bench.drawn(),
  first: (...given) => bench.first(...given),
  scroll: (...given) => bench.scroll(...given),
};
