import { subscribe } from 'node:diagnostics_channel';

/** Iterations that may pass at most before one of these goes on. */
const mostPassed = { staff: 4, forms: 16, visitors: 16, work: 1 };

const last: { [of in keyof typeof mostPassed]?: Promise<void> } = {};
let accepted = 0;
subscribe('net.server.socket', () => accepted++);

/**
 * Resolves in a later iteration of the event loop, for one caller of a kind in each. Call it before some milliseconds of
 * work: under load several such pieces in one iteration would delay short responses.
 */
export function yieldToEventLoop(of: keyof typeof mostPassed = 'work'): Promise<void> {
  last[of] = Promise.resolve(last[of]).then(() => passConnections(mostPassed[of]));
  return last[of];
}

/** Node accepts one connection per iteration: those that do pass first, or new visitors would wait for all work. */
async function passConnections(most: number): Promise<void> {
  for (let passed = 0, before = -1; before < accepted && passed < most; passed++) {
    before = accepted;
    await new Promise(setImmediate);
  }
}
