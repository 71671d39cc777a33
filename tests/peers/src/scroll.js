// A long list that draws what is on screen (P-12, P-13), the same for every page. A list is an
// object of `show(total)`, which begins anew with so many rows, and `hide()`.

import { frameDone, layOut, measureUntil, nextFrame } from './frame.js';
import { asDrawn } from './table.js';

// What is drawn: the grid, the part of it that rows lie in, the rows that hold something.
const parts = () => {
  const element = document.querySelector('.grid');
  const head = element?.querySelector('.grid-head');
  const rows = [...(element?.querySelectorAll('.grid-body > [data-key]') ?? [])];
  return { element, head, rows: rows.filter((row) => row.childElementCount > 1) };
};

// How much of the screen no row covers, in px, and the rows there are.
const look = () => {
  const { element, head, rows } = parts();
  const [top, bottom] = [head.getBoundingClientRect().bottom, element.getBoundingClientRect().bottom];
  const edges = rows.map((row) => row.getBoundingClientRect()).filter((at) => at.bottom > top && at.top < bottom);
  const covered = edges.reduce((sum, at) => sum + Math.min(at.bottom, bottom) - Math.max(at.top, top), 0);
  const visible = Math.ceil((bottom - top) / edges[0]?.height);
  return { blank: Math.max(0, bottom - top - covered), rows: rows.length, visible };
};

const isFull = () => {
  const { element, rows } = parts();
  return element !== null && rows.length > 0 && look().blank < 1;
};

// 3,000 px a second at sixty frames.
const STEP = 50;

// By the wheel, step by step; by the thumb, far at each.
const WAYS = {
  wheel: (element, at) => 10_000 + at * STEP,
  thumb: (element, at) => Math.round((element.scrollHeight - element.clientHeight) * (((at * 37) % 101) / 101)),
};

// From the moment the page hears that it was scrolled until rows are laid out.
const step = async (element, top) => {
  let began;
  const hear = () => {
    began ??= performance.now();
  };
  document.addEventListener('scroll', hear, { capture: true });
  element.scrollTop = top;
  let work;
  for (let frames = 0; work === undefined && frames < 5; frames += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(() => {
        if (began !== undefined) {
          layOut();
          work = performance.now() - began;
        }
        resolve();
      });
    });
  }
  document.removeEventListener('scroll', hear, { capture: true });
  if (work === undefined) throw new Error(`nobody heard of being scrolled to ${top}`);
  return work;
};

export const listBench = (list) => ({
  // Two rows as they are drawn, the first one chosen.
  drawn: async () => {
    list.hide();
    await nextFrame();
    await measureUntil(() => list.show(2), () => parts().rows.length === 2);
    return parts().rows.sort((a, b) => a.dataset.index - b.dataset.index).map(asDrawn);
  },
  // From nothing to the first rows of so many, in ms.
  first: async (total) => {
    list.hide();
    await nextFrame();
    await frameDone();
    return measureUntil(() => list.show(total), isFull);
  },
  // What each frame of scrolling so many rows took, in ms; the most px that stood empty; the most
  // rows there were at once, and how many fit on screen.
  scroll: async (way, total, frames) => {
    if (parts().element?.getAttribute('aria-rowcount') !== String(total + 1)) {
      list.hide();
      await measureUntil(() => list.show(total), isFull);
    }
    const { element } = parts();
    await step(element, 5_000);
    const told = { work: [], blank: 0, rows: 0, visible: 0 };
    for (let at = 0; at < frames; at += 1) {
      told.work.push(await step(element, WAYS[way](element, at)));
      await frameDone();
      const { blank, rows, visible } = look();
      told.blank = Math.max(told.blank, blank);
      told.rows = Math.max(told.rows, rows);
      told.visible = visible;
    }
    element.scrollTop = 0;
    await nextFrame();
    return told;
  },
});
