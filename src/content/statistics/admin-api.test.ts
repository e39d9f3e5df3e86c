import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';

const path = adminCalls.statistics;

testListKind('statistics', {
  form: async () => ({ statistics_title: 'প্রতিষ্ঠান', statistics_count: '৫০০+', status: true }),
  text: { form: 'statistics_title', record: 'statistics_title' },
  required: ['statistics_title', 'statistics_count', 'image'],
  wrong: [
    ['statistics_count', ''],
    ['statistics_count', true],
    ['statistics_count', ['1']],
    ['statistics_count', '-5'],
    ['statistics_count', '1e400'],
    ['statistics_count', 9_007_199_254_740_992],
    ['statistics_count', '9007199254740993'],
    ['statistics_count', 'ক'.repeat(256)],
  ],
  shown: ['statistics_title', 'statistics_count'],
});

let office: Office;
beforeAll(async () => {
  const app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test.each([
  ['১২৩', '123'],
  ['1,25,000', '125000'],
  ['০০৭', '7'],
  ['0', '0'],
  [0, '0'],
  [42, '42'],
  ['12.50', '12.50'],
  ['0.1+', '0.1+'],
  ['N/A', 'N/A'],
  ['৫ লক্ষ+', '৫ লক্ষ+'],
])('a count of %j is kept as %j', async (given, kept) => {
  const image = await dataUrl(20, 20);
  const record = await office.made(path, { statistics_title: 'x', statistics_count: given, image });
  expect(record.statistics_count).toBe(kept);
});
