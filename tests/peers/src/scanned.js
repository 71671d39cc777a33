// Codes as a scanner writes them (scan): the driver presses the keys, the page tells how long it took from
// the key that ends a code until what it did was painted.

import { frameDone, layOut, nextFrame } from './frame.js';

const PATIENCE = 10_000;

// `said` answers what stands in the place where a scan is confirmed.
export const scannedBench = (said) => {
  const took = [];
  const wait = async (before, began) => {
    for (;;) {
      await nextFrame();
      layOut();
      await frameDone();
      const now = performance.now();
      if (said() !== before) return took.push(now - began);
      if (now - began > PATIENCE) return took.push(null);
    }
  };
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') wait(said(), performance.now());
    },
    { capture: true },
  );
  return {
    // How long the last code took, in ms, once it is confirmed.
    scanned: async () => {
      while (took.length === 0) await nextFrame();
      const [ms] = took.splice(0);
      if (ms === null) throw new Error('nothing was confirmed');
      return ms;
    },
  };
};
