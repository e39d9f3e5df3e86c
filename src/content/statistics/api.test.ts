import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, idsOf, noPicture } from '../../../test/helpers/content.ts';
import { statistics } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/get-statistic answers an empty list where there is none', async () => {
  expect((await app.get('/api/get-statistic')).json()).toEqual([]);
});

test('GET /api/get-statistic answers active figures as stored, by their order', async () => {
  await app.changes.write(['statistics'], async (transaction) => {
    await statistics.add(transaction, {
      statistics_title: 'শিক্ষার্থী',
      statistics_count: '৫০ হাজারের বেশি',
      image_key: null,
      sort_order: 2,
    });
    await statistics.add(transaction, {
      statistics_title: 'প্রতিষ্ঠান',
      statistics_count: '250',
      image_key: null,
      sort_order: 1,
    });
    await statistics.add(transaction, {
      statistics_title: 'লুকানো',
      statistics_count: '1',
      image_key: null,
      sort_order: 0,
    });
  });
  const [students, institutes, hidden = 0] = await idsOf(app, 'statistics');
  await hide(app, 'statistics', hidden);
  expect((await app.get('/api/get-statistic')).json()).toEqual([
    { id: institutes, ...noPicture, statistics_count: '250', statistics_title: 'প্রতিষ্ঠান' },
    { id: students, ...noPicture, statistics_count: '৫০ হাজারের বেশি', statistics_title: 'শিক্ষার্থী' },
  ]);
});
