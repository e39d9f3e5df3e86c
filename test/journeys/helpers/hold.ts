import type { Page } from 'playwright-core';

export interface Held {
  /** How many requests have come. */
  count: () => number;
  release: () => void;
}

/** Lets requests to these addresses wait until they are released, as a slow network does. */
export async function hold(page: Page, address: string | RegExp): Promise<Held> {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(address, async (route) => {
    count++;
    await gate.promise;
    await route.continue();
  });
  return { count: () => count, release: gate.resolve };
}
