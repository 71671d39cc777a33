// Keys as they are typed (P-16): the driver presses them, the page tells what each took.

import { frameDone, layOut, nextFrame } from './frame.js';

const heard = [];

// From the press reaching the page until what came of it is laid out: everything the press does is
// one task, and the message posted at its beginning is the next.
const listen = () => {
  const after = new MessageChannel();
  const pressed = [];
  after.port1.onmessage = () => {
    const { key, at } = pressed.shift();
    const script = performance.now() - at;
    layOut();
    heard.push({ key, script, work: performance.now() - at });
  };
  window.addEventListener(
    'keydown',
    (event) => {
      pressed.push({ key: event.key, at: performance.now() });
      after.port2.postMessage(0);
    },
    { capture: true },
  );
};

listen();

export const keysBench = (typing, entered) => ({
  // What the presses since the last asking took, in ms.
  heard: async () => heard.splice(0),
  // Until nothing of the last press is left to be done; what stands in the field then.
  typing: async () => {
    await nextFrame();
    await frameDone();
    return typing() ?? null;
  },
  // What stands in the quantity of a row.
  entered: async (at) => {
    await nextFrame();
    await frameDone();
    return entered(at) ?? null;
  },
});
