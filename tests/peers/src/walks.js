// Walks in the program's own window: opened (desk), and scanned in (scan).

import { measureUntil } from './frame.js';
import { scannedBench } from './scanned.js';

const MOST = 1_000;
const tasks = "[data-testid='pane'] [data-testid='tasks-grid']";

const tasksAreDrawn = () => {
  const grid = document.querySelector(tasks);
  if (!grid || grid.offsetHeight === 0 || grid.querySelector('.bones')) return false;
  return grid.querySelectorAll('[data-key]').length > 10;
};

export const walksBench = ({ call, until, one, point, press, pause }) => {
  let walk;
  const named = (name) => {
    const cells = [...document.querySelectorAll("[data-testid='walks-grid'] [data-col='name']")];
    return cells.find((cell) => cell.textContent.includes(name) && cell.offsetHeight > 0);
  };
  const listed = async (name) => {
    one("[data-testid='rail-pick']").click();
    return until(() => named(name), `a walk named ${name}`, 30_000);
  };
  return {
    ...scannedBench(() => one("[data-testid='scan-now']")?.textContent ?? ''),
    // Our key of a movement, by the service's id.
    key: async (id) => (await call('open_movement', { movement: { id }, without_lines: true })).key,
    // Begins a walk, once it is told what lies where.
    walk: async (movement) => {
      walk = await call('begin_walk', { movements: [movement] });
      await until(async () => (await call('list_tasks', { walk, count: 1 })).rows[0]?.bin, 'the bins', 60_000);
      return walk;
    },
    // Opens a walk until its first tasks are drawn, and closes it; in ms.
    openWalk: async (name, stay = false) => {
      const cell = await listed(name);
      point(cell);
      await pause(150);
      const took = await measureUntil(
        () => cell.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true })),
        tasksAreDrawn,
        60_000,
      );
      await pause(150);
      if (stay) return took;
      press(document.activeElement ?? document.body, 'w', { ctrlKey: true });
      await until(() => named(name), 'the walks again', 30_000);
      await pause(150);
      return took;
    },
    // So many codes of products that lie in one bin each, and are needed often enough to be counted.
    codes: async (wanted, pieces) => {
      const all = [];
      for (let start = 0; ; start += MOST) {
        const { rows, total } = await call('list_tasks', { walk, start, count: MOST });
        all.push(...rows);
        if (start + MOST >= total) break;
      }
      const times = new Map();
      for (const { product } of all) times.set(product.code, (times.get(product.code) ?? 0) + 1);
      const fit = ({ product, required, bin }) => bin && required > pieces && times.get(product.code) === 1;
      const codes = all.filter(fit).map(({ product }) => product.code);
      if (codes.length < wanted) throw new Error(`${codes.length} of ${wanted} codes`);
      const step = Math.floor(codes.length / wanted);
      return Array.from({ length: wanted }, (_, at) => codes[at * step]);
    },
  };
};
