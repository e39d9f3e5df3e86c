import { expect } from 'vitest';
import { kindsOnServer } from '#content/kinds.server.ts';
import { sampleContent } from '../../db/sample/content.ts';
import { openDatabase } from '../../src/platform/database/open.server.ts';
import type { Tables } from '../../src/platform/database/tables.server.ts';
import type { BuiltServer } from './built-server.ts';
import type { Store } from './store.ts';

const { features, packages, ...plain } = sampleContent.kinds;

/** How many rows the sample has in each table of the kinds. */
const rowsOfSample = new Map<keyof Tables, number>([
  ...Object.entries(plain).flatMap(([name, records]) =>
    kindsOnServer[name as keyof typeof plain].tables.map((table) => [table, records.length] as const),
  ),
  ['package_categories', packages.length],
  ['packages', packages.flatMap((group) => group.packages).length],
  ['features', features.features.length],
  ['feature_screens', features.screens.length],
  ['feature_categories', features.categories.length],
  ['feature_sub_categories', features.categories.flatMap((category) => category.subCategories).length],
  ['feature_details', features.features.flatMap((feature) => feature.details).length],
]);

/** The sample is there exactly once, with every picture and file that it names; so is the first account. */
export async function expectWholeStore(store: Store, server: BuiltServer): Promise<void> {
  const expected = new Map([...rowsOfSample, ['users', 1] as const]);
  const counts = await readStore(store, async (database) => {
    const rows = [...expected.keys()].map(async (table) => {
      const { count } = await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return [table, count] as const;
    });
    return new Map(await Promise.all(rows));
  });
  expect(counts).toEqual(expected);
  await expectFiles(server);
}

async function expectFiles(server: BuiltServer): Promise<void> {
  const pages = [
    '/api/get-news',
    '/api/get-client',
    '/api/get-fetures',
    '/api/get-testimonial',
    '/api/get-info-Download',
  ];
  const texts = await Promise.all(pages.map(async (page) => (await server.get(page)).text));
  const urls = new Set(texts.join().match(/\/media\/[0-9a-f]{40}\.webp|\/files\/[^"]+/g));
  expect(urls.size).toBeGreaterThan(10);
  for (const url of urls) expect((await server.get(url)).status, url).toBe(200);
}

/** Looks into a store beside the servers that use it. */
export async function readStore<T>(
  store: Store,
  read: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(store, () => undefined);
  try {
    return await read(database);
  } finally {
    await database.destroy();
  }
}
