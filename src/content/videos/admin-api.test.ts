import { expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { specifiedTexts } from '../../../test/helpers/specified-texts.ts';

const hostile = [
  'javascript:alert(1)//v=dQw4w9WgXcQ',
  'data:text/html,x?v=dQw4w9WgXcQ',
  'java\tscript:alert(1)//v=dQw4w9WgXcQ',
  'https://evil.example/?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example#youtube.com/watch?v=dQw4w9WgXcQ',
  '//youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/',
  'https://vimeo.com/76979871',
];

testListKind({
  path: adminCalls.videos,
  table: 'videos',
  form: async () => ({ gallery_title: 'ভর্তি যেভাবে হয়', gallery_link: 'https://youtu.be/dQw4w9WgXcQ', status: 1 }),
  record: ({ gallery_title, gallery_link }) => ({ gallery_title, gallery_link }),
  withPicture: false,
  text: { form: 'gallery_title', record: 'gallery_title' },
  required: ['gallery_title', 'gallery_link'],
  wrong: [
    ['gallery_title', 'ক'.repeat(256)],
    ['gallery_link', ''],
    ['gallery_link', 7],
    ...hostile.map((link): [string, unknown] => ['gallery_link', link]),
  ],
  messages: specifiedTexts.videos,
  shown: { path: calls.videos, has: (body, { id }) => body.includes(`"id":${id},`) },
  ordered: true,
});

test('a body without measure is refused before it is read', async () => {
  const app = await openTestApp();
  const office = await openOffice(app);
  const answer = await office.post(adminCalls.videos, { gallery_title: 'x'.repeat(70_000) });
  expect(answer.status).toBe(413);
  await app.close();
});
