// The inbox of Review in the program's own window: filled with proposals, and opened (inbox).

import { measureUntil } from './frame.js';

// So many edits are one step.
const STEP = 500;
const rows = "[data-testid='review-grid'] [data-key]";

export const inboxBench = ({ call, until, one, pause, openLines }) => ({
  // Proposes a smaller quantity for all lines of a movement that can be changed; answers for how many.
  propose: async (movement) => {
    const lines = await openLines(movement);
    const decide = ({ key, requested }) => ({
      decide: { row: key, decision: { revise: { quantity: requested - 1, reason_code: 'STOCKOUT', comments: null } }, proposed: true },
    });
    for (let start = 0; start < lines.length; start += STEP) {
      const edits = lines.slice(start, start + STEP).map(decide);
      await call('edit_lines', { movement, step: 'decide', edits });
    }
    return lines.length;
  },
  // So many rows are in the inbox.
  inbox: async () => (await call('list_review', { count: 1 })).matching,
  // Opens the inbox until its first rows are drawn, and leaves it; in ms.
  openInbox: async () => {
    const isDrawn = () => document.querySelectorAll(rows).length > 10 && !one("[data-testid='review-grid'] .bones");
    one("[data-testid='rail-movements']").click();
    await until(() => one("[data-testid='movements-grid'] [data-key]")?.offsetHeight > 0, 'the movements', 30_000);
    await pause(150);
    const took = await measureUntil(() => one("[data-testid='rail-review']").click(), isDrawn, 60_000);
    await pause(150);
    return took;
  },
});
