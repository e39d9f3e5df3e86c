let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later iteration of the event loop, for one caller in each. Call it before some milliseconds of work:
 * under load several such pieces in one iteration would delay short responses.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  return last;
}
