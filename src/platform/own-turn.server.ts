let last: Promise<void> = Promise.resolve();

/**
 * Resolves in an iteration of the event loop in which nobody else's work begins: before work of some milliseconds, so
 * that under load the short answers of others don't wait for several pieces of it.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  return last;
}
