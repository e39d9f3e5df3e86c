// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, noPicture, ourStory, publishAbout } from '../../../test/helpers/content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const { image_key: _, ...story } = ourStory;
const onWire = { ...story, ...noPicture };

test('GET /api/about answers 404 where there is none', async () => {
  const answer = await app.get('/api/about');
  expect(answer.status).toBe(404);
  expect(answer.json()).toEqual({ message: expect.any(String) });
});

test('GET /api/about answers the newest; GET /api/get-single-about/{id} answers an older one too, none that is inactive', async () => {
  const older = await publishAbout(app, { title: 'আগের লেখা', date: '2030-01-01' });
  const newest = await publishAbout(app);
  const single = (id: number) => app.get(`/api/get-single-about/${id}`);
  expect((await app.get('/api/about')).json()).toEqual({ id: newest, ...onWire });
  const old = { id: older, ...onWire, title: 'আগের লেখা', date: '2030-01-01' };
  expect((await single(older)).json()).toEqual(old);
  await hide(app, 'about', newest);
  expect((await app.get('/api/about')).json()).toEqual(old);
  expect((await single(newest)).status).toBe(404);
});
