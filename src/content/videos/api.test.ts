import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, idsOf, noPicture } from '../../../test/helpers/content.ts';
import { videos } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/get-video answers an empty list where there is none', async () => {
  expect((await app.get('/api/get-video')).json()).toEqual([]);
});

test('GET /api/get-video answers active videos by their order', async () => {
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  await app.changes.write(['videos'], async (transaction) => {
    await videos.add(transaction, { gallery_title: 'হাজিরা', gallery_link: link, sort_order: 2 });
    await videos.add(transaction, {
      gallery_title: 'ভর্তি',
      gallery_link: 'https://youtu.be/dQw4w9WgXcQ',
      sort_order: 1,
    });
    await videos.add(transaction, { gallery_title: 'লুকানো', gallery_link: link, sort_order: 0 });
  });
  const [second, first, hidden = 0] = await idsOf(app, 'videos');
  await hide(app, 'videos', hidden);
  expect((await app.get('/api/get-video')).json()).toEqual([
    { id: first, gallery_link: 'https://youtu.be/dQw4w9WgXcQ', gallery_title: 'ভর্তি', ...noPicture },
    { id: second, gallery_link: link, gallery_title: 'হাজিরা', ...noPicture },
  ]);
});
