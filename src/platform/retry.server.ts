import { setTimeout as sleep } from 'node:timers/promises';

/** Runs again after each of these waits in milliseconds, as long as it fails in a way that may pass. */
export async function retry<Result>(
  run: () => Result | Promise<Result>,
  waits: Iterable<number>,
  isTransient: (error: unknown) => boolean = () => true,
): Promise<Result> {
  for (const wait of waits) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(wait);
    }
  }
  return run();
}
