import { adminCalls, calls } from '#paths.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';

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
  messages: { updated: 'Video updated successfully', deleted: 'Video deleted successfully' },
  shown: { path: calls.videos, has: (body, { id }) => body.includes(`"id":${id},`) },
  ordered: true,
});
