// How long a change takes, by the clock of the page. The page is served so that its clock ticks in
// hundredths of a millisecond.

const after = new MessageChannel();

// Until the engine has done everything of this frame.
export const frameDone = () =>
  new Promise((resolve) => {
    after.port1.onmessage = resolve;
    after.port2.postMessage(0);
  });

export const nextFrame = () => new Promise(requestAnimationFrame);

// Style and layout of the whole document, now.
export const layOut = () => document.body.getBoundingClientRect();

// Makes a change at the beginning of a frame. Answers, in ms, `script`: that alone; `work`: script,
// style and layout; `frame`: until the frame was painted and the next task came.
export const measure = (change, check) =>
  new Promise((resolve, reject) => {
    let began;
    const fail = (error) => reject(error instanceof Error ? error : new Error(String(error)));
    requestAnimationFrame(() => {
      began = performance.now();
      try {
        change();
      } catch (error) {
        fail(error);
      }
    });
    // In the same frame, after all that the change left to be done behind it.
    requestAnimationFrame(async () => {
      const script = performance.now() - began;
      layOut();
      const work = performance.now() - began;
      await frameDone();
      const frame = performance.now() - began;
      try {
        check();
        resolve({ script, work, frame });
      } catch (error) {
        fail(error);
      }
    });
  });

// Makes a change at the beginning of a frame, and waits for as many frames as it takes until it is
// drawn. Answers the time until then, in ms.
export const measureUntil = async (change, isDrawn, patience = 10_000) => {
  await nextFrame();
  const began = performance.now();
  change();
  for (;;) {
    await Promise.resolve();
    layOut();
    await frameDone();
    const now = performance.now();
    if (isDrawn()) return now - began;
    if (now - began > patience) throw new Error('it was never drawn');
    await nextFrame();
  }
};
