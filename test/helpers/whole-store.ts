import { expect } from 'vitest';
import { openDatabase } from '#server/database/open.server.ts';
import { sampleContent } from '../../db/sample/content.ts';
import type { BuiltServer } from './built-server.ts';
import type { Store } from './store.ts';

const rowsOfSample = {
  about: sampleContent.kinds.about.length,
  news: sampleContent.kinds.news.length,
  statistics: sampleContent.kinds.statistics.length,
  clients: sampleContent.kinds.clients.length,
  testimonials: sampleContent.kinds.testimonials.length,
  videos: sampleContent.kinds.videos.length,
  downloads: sampleContent.kinds.downloads.length,
  faq: sampleContent.kinds.faq.length,
  package_categories: sampleContent.kinds.packages.length,
  packages: sampleContent.kinds.packages.flatMap((group) => group.packages).length,
  features: sampleContent.kinds.features.features.length,
  feature_categories: sampleContent.kinds.features.categories.length,
  feature_sub_categories: sampleContent.kinds.features.categories.flatMap((category) => category.subCategories).length,
  feature_details: sampleContent.kinds.features.features.flatMap((feature) => feature.details).length,
} as const;

/** The sample is there exactly once, with every picture and file that it names; so is the first account. */
export async function expectWholeStore(store: Store, server: BuiltServer): Promise<void> {
  const counts = await readStore(store, async (database) => {
    const tables = Object.keys(rowsOfSample) as (keyof typeof rowsOfSample)[];
    const rows = tables.map(async (table) => [table, await count(table)] as const);
    return { ...Object.fromEntries(await Promise.all(rows)), users: await count('users') };

    async function count(table: keyof typeof rowsOfSample | 'users'): Promise<number> {
      const row = await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      return row.rows;
    }
  });
  expect(counts).toEqual({ ...rowsOfSample, users: 1 });
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
