// @module-tag full
import { beforeAll, expect, test } from 'vitest';
import { readSearchQuery } from '#cms/search/query.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type AskedQueries, scoreOf } from '../../../test/helpers/asked-queries.ts';
import { addSampleWithoutPictures } from '../../../test/helpers/sample.ts';
import { storeKind } from '../../../test/helpers/store.ts';
import { readResults } from './results.server.ts';
import type { SearchAnswer } from './schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await addSampleWithoutPictures(app);
  return app.close;
});

// The search looks in memory, whichever database is behind it.
test.skipIf(storeKind === 'postgres').each<[AskedQueries, number]>([
  ['words', 99],
  ['questions', 98],
  ['unseen', 96],
  ['heads', 89],
  ['heads-unseen', 88],
  ['nonsense', 90],
  ['nonsense-unseen', 80],
])('of the %s that people type, %i in a hundred are answered as they should be', async (name, least) => {
  const { count, share, missed } = await scoreOf(name, ask);
  console.info(`${share.toFixed(1)} % of ${count} ${name} are answered; not:\n${missed.join('\n')}`);
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(least);
});

test('letters without sense and words of other trades find nothing', async () => {
  const nonsense = 'xyzzy zzzzz kkkk lkjh asdfgh ঘঘঘঘ';
  const others = 'ক্রিকেট football রান্না গাড়ি জমি আলু weather গরু সিনেমা নাটক tractor elephant কবুতর শেয়ারবাজার pizza';
  const found: string[] = [];
  for (const query of `${nonsense} ${others}`.split(' ')) {
    const { total, results } = await ask(query);
    if (total > 0) found.push(`${query} → ${results[0]?.url} ${total}`);
  }
  expect(found).toEqual([]);
});

function ask(query: string): Promise<SearchAnswer> {
  return readResults(app, readSearchQuery(query), '', { perPage: 3 });
}
