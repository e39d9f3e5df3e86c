// @module-tag full
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readSearchQuery } from '#cms/search/query.server.ts';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
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

/**
 * What heads, teachers and guardians type, and what they should find among the first three: a part of a title, also
 * behind its label, the beginning of an address, or a calculation. Written before the search was made to find them,
 * `unseen` after. A query that fails is a reason to mend the search, not the query.
 */
// The search looks in memory, whichever database is behind it.
test.skipIf(storeKind === 'postgres').each([
  ['words', 97],
  ['questions', 97],
  ['unseen', 95],
])('of the %s that people type, %i in a hundred find what they mean', async (name, least) => {
  const lines = readFileSync(new URL(`queries/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const missed: string[] = [];
  for (const line of lines) {
    const [query = '', wanted = ''] = line.split(' → ');
    const found = foundIn(await ask(query)).slice(0, 3);
    if (!wanted.split(' | ').some((one) => found.some((each) => isWanted(each, one))))
      missed.push(`${query} → ${found.map(({ title }) => title).join(' | ')}`);
  }
  const share = (100 * (lines.length - missed.length)) / lines.length;
  console.info(`${share.toFixed(1)} % of ${lines.length} ${name} find what is meant; not:\n${missed.join('\n')}`);
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(least);
});

test('letters without sense and words of other trades find nothing', async () => {
  const nonsense = 'xyzzy zzzzz kkkk lkjh asdfgh ঘঘঘঘ';
  const others = 'ক্রিকেট football রান্না গাড়ি জমি আলু weather গরু সিনেমা নাটক tractor elephant কবুতর শেয়ারবাজার pizza';
  const found: string[] = [];
  for (const query of `${nonsense} ${others}`.split(' ')) {
    const answer = await ask(query);
    if (answer.total > 0) found.push(`${query} → ${foundIn(answer).map(({ title }) => title)[0]} ${answer.total}`);
  }
  expect(found).toEqual([]);
});

function ask(query: string): Promise<SearchAnswer> {
  return readResults(app, readSearchQuery(query), '', { perPage: 3 });
}

function foundIn({ results }: SearchAnswer): { url: string; title: string }[] {
  return results.map(({ label, url, title, part }) => ({
    url,
    title: `${label}: ${[...title, ...(part?.title ?? [])].map(({ text }) => text).join('')}`,
  }));
}

function isWanted({ url, title }: { url: string; title: string }, wanted: string): boolean {
  if (wanted === pages.packages) return /^\/packages(?!#faq)/.test(url);
  if (wanted.startsWith('/')) return url === wanted;
  const [label = '', named = ''] = wanted.split(/(?<=^\S+:) /);
  return url.startsWith(wanted) || title.includes(wanted) || (title.startsWith(label) && title.includes(named));
}
