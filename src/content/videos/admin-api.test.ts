import { expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { drawnPng } from '../../../test/helpers/content.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { Receiver } from '../../../test/helpers/receiver.ts';

testListKind('videos', {
  form: async () => ({ gallery_title: 'ভর্তি যেভাবে হয়', gallery_link: 'https://youtu.be/dQw4w9WgXcQ', status: 1 }),
  text: { form: 'gallery_title', record: 'gallery_title' },
  required: ['gallery_title', 'gallery_link'],
  wrong: [
    ['gallery_link', ''],
    ['gallery_link', 7],
    ['gallery_link', 'javascript:alert(1)//v=dQw4w9WgXcQ'],
    ['gallery_link', 'https://evil.example/?v=dQw4w9WgXcQ'],
    // A slip in the last letter.
    ['gallery_link', 'https://youtu.be/dQw4w9WgXcR'],
  ],
  shown: ['gallery_title', 'gallery_link'],
});

test('an address that the record holds already is taken as it is, a new one must lead to a film; a body without measure is refused', async () => {
  const app = await openTestApp();
  const office = await openOffice(app);
  const form = { gallery_title: 'ভর্তি', gallery_link: 'https://youtu.be/dQw4w9WgXcQ' };
  const { id } = await office.made(adminCalls.videos, form);
  const held = 'https://youtu.be/dQw4w9WgXcR';
  await app.database.updateTable('videos').set({ gallery_link: held }).execute();
  const put = (link: string) => office.put(`${adminCalls.videos}/${id}`, { ...form, gallery_link: link });
  expect((await put(held)).status).toBe(200);
  const refused = await put('https://youtu.be/dQw4w9WgXcS');
  expect([refused.status, refused.json()]).toMatchObject([
    422,
    { errors: { gallery_link: [expect.stringContaining('letter')] } },
  ]);
  expect((await put(form.gallery_link)).status).toBe(200);
  const withoutMeasure = await office.post(adminCalls.videos, { gallery_title: 'x'.repeat(70_000) });
  expect(withoutMeasure.status).toBe(413);
  await app.close();
});

test('a saved video gets its thumbnail from YouTube, which no visitor asks for; without one it is saved all the same', async () => {
  const youtube = await new Receiver().listen();
  const app = await openTestApp({ env: { VIDEO_THUMBNAILS: new URL(youtube.url).origin } });
  const office = await openOffice(app);
  const pictureOf = async (id: number) => {
    const all = (await app.get(calls.videos)).json<{ id: number; image: string | null }[]>();
    return all.find((video) => video.id === id)?.image;
  };
  const picture = await drawnPng(48, 36);
  youtube.plan = () => ({ text: picture });
  const film = { gallery_title: 'ভর্তি', gallery_link: 'https://youtu.be/dQw4w9WgXcQ' };
  const video = await office.made(adminCalls.videos, film);
  await expect.poll(() => pictureOf(video.id)).toMatch(/^\/media\//);
  expect(youtube.calls.map(({ url }) => url.pathname)).toEqual(['/vi/dQw4w9WgXcQ/hqdefault.jpg']);
  expect((await app.get(String(await pictureOf(video.id)))).status).toBe(200);

  const address = `${adminCalls.videos}/${video.id}`;
  const other = { ...film, gallery_link: 'https://youtu.be/prangon001A' };
  for (const broken of [{ status: 404, text: picture }, { text: 'no picture' }, 'drop'] as const) {
    const before = youtube.calls.length;
    youtube.plan = () => broken;
    expect((await office.put(address, other)).status).toBe(200);
    // The write of the first picture may make it ask once more.
    await expect.poll(() => youtube.calls.length).toBeGreaterThan(before);
    expect(await pictureOf(video.id)).toBeNull();
  }
  youtube.plan = () => ({ text: picture });
  expect((await office.put(address, other)).status).toBe(200);
  await expect.poll(() => pictureOf(video.id)).toMatch(/^\/media\//);
  await app.close();
  await youtube.close();
});
