import { beforeAll, expect, test } from 'vitest';
import { foldedWords } from '#cms/search/fold.server.ts';
import { SearchIndex } from '#cms/search/search-index.server.ts';
import { exactTerms } from '#cms/search/word-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { admissionNews } from '../../../test/helpers/content.ts';
import { dataUrl, openOffice } from '../../../test/helpers/office.ts';
import type { SearchAnswer } from './schema.ts';

let app: TestApp;
let letters: string[];
beforeAll(async () => {
  app = await openTestApp();
  letters = everyLetter();
  return app.close;
});

test('a word of whatever letters, marks and digits finds itself', async () => {
  const texts = inBatches(letters, 24).map((some) => `ক${some.join('')}`);
  const batches = inBatches(texts, 300).map((some) => some.join(' '));
  const index = new SearchIndex(app);
  index.follow([
    {
      collection: 'letters',
      found: { letters: { rank: 0, label: '' } },
      entriesOf: async () =>
        batches.map((text, id) => ({ kind: 'letters', recordId: id, title: '', text, url: pages.home })),
    },
  ]);
  await index.refresh();
  for (const [id, text] of batches.entries()) {
    const { hits } = index.find(exactTerms(foldedWords(text)));
    expect(
      hits.flat().map(({ recordId }) => recordId),
      text,
    ).toEqual([id]);
  }
});

test('signs that unfold into several words are looked for, alone and inside of a word', async () => {
  const office = await openOffice(app);
  const { id } = await office.made(adminCalls.news, {
    ...admissionNews,
    title: 'মহানবী ﷺ স্মরণে',
    image: await dataUrl(8, 8),
  });
  for (const q of ['ﷺ', 'الله', 'মহানবী ﷺ']) {
    const [first] = (await find(q)).json<SearchAnswer>().results;
    expect(first?.url).toBe(pages.newsDetails(id));
  }
  const unfolding = letters.filter((letter) => /[^\p{L}\p{M}\p{N}]/u.test(letter.normalize('NFKD')));
  expect(unfolding.length).toBeGreaterThan(90);
  for (const some of inBatches(unfolding, 16)) {
    expect((await find(some.join(''))).status).toBe(200);
    expect((await find(some.map((letter) => `ক${letter}খ`).join(' '))).status).toBe(200);
  }
});

function find(q: string) {
  return app.get(`${calls.search}?q=${encodeURIComponent(q)}`);
}

/** Those of all planes that have any. */
function everyLetter(): string[] {
  const planes = Array.from({ length: 0x4_1000 }, (_, code) => (code < 0x4_0000 ? code : code - 0x4_0000 + 0xe_0000));
  return planes.map((code) => String.fromCodePoint(code)).filter((sign) => /[\p{L}\p{M}\p{N}]/u.test(sign));
}

function inBatches<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
