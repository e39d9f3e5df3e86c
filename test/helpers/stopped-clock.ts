import { vi } from 'vitest';

/** Limits that refill with time count exactly, however slow the machine is. Dates go on. */
export async function whileClockStands<T>(work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
