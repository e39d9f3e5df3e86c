// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, noPicture, ourStory, publishAbout } from '../../../test/helpers/content.ts';

let app: TestApp;
let older: number;
let newest: number;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const onWire = {
  date: ourStory.date,
  title: ourStory.title,
  short_description: ourStory.short_description,
  description: ourStory.description,
  content: ourStory.content,
  ...noPicture,
};

test('GET /api/about answers 404 where there is none', async () => {
  const answer = await app.get('/api/about');
  expect(answer.status).toBe(404);
  expect(answer.json()).toEqual({ message: expect.any(String) });
});

test('GET /api/about answers the newest', async () => {
  older = await publishAbout(app, { title: 'আগের লেখা', date: '2030-01-01' });
  newest = await publishAbout(app);
  expect((await app.get('/api/about')).json()).toEqual({ id: newest, ...onWire });
});

test('GET /api/get-single-about/{id} answers an older one too', async () => {
  expect((await app.get(`/api/get-single-about/${older}`)).json()).toEqual({
    id: older,
    ...onWire,
    title: 'আগের লেখা',
    date: '2030-01-01',
  });
});

test('an inactive About is neither the newest nor at its own address', async () => {
  await hide(app, 'about', newest);
  expect((await app.get('/api/about')).json()).toMatchObject({ id: older });
  expect((await app.get(`/api/get-single-about/${newest}`)).status).toBe(404);
});
