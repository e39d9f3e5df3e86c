import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, idsOf, noPicture } from '../../../test/helpers/content.ts';
import { testimonials } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/get-testimonial answers an empty list where there is none', async () => {
  expect((await app.get('/api/get-testimonial')).json()).toEqual([]);
});

test('GET /api/get-testimonial answers active ones by their order, hostile text as text', async () => {
  const position = 'প্রধান শিক্ষক';
  const hostile = `<script>alert('ক')</script> & "x"`;
  await app.changes.write(['testimonials'], async (transaction) => {
    await testimonials.add(transaction, {
      name: hostile,
      position,
      description: 'ভালো',
      image_key: null,
      sort_order: 2,
    });
    await testimonials.add(transaction, {
      name: 'করিম',
      position,
      description: 'খুব ভালো',
      image_key: null,
      sort_order: 1,
    });
    await testimonials.add(transaction, { name: 'লুকানো', position, description: '', image_key: null, sort_order: 0 });
  });
  const [first, second, hidden = 0] = await idsOf(app, 'testimonials');
  await hide(app, 'testimonials', hidden);
  expect((await app.get('/api/get-testimonial')).json()).toEqual([
    { id: second, description: 'খুব ভালো', ...noPicture, name: 'করিম', position },
    { id: first, description: 'ভালো', ...noPicture, name: hostile, position },
  ]);
});
