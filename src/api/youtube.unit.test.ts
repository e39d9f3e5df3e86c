import { expect, test } from 'vitest';
import { filmOf, youtubeId } from './youtube.ts';

const id = 'dQw4w9WgXcQ';

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `https://youtube.com/watch?list=PL1&v=${id}&t=3`,
  `http://m.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `HTTPS://YouTu.BE/${id}`,
  `//youtube.com/watch?v=${id}`,
])('%s shows the video', (link) => {
  expect(youtubeId(link)).toBe(id);
});

test.each([
  `javascript:alert(1)//v=${id}`,
  `data:text/html,<script>?v=${id}`,
  `java\tscript:alert(1)//v=${id}`,
  `vbscript:msgbox?v=${id}`,
  `https://evil.example/?v=${id}`,
  `https://youtube.com.evil/watch?v=${id}`,
  `https://youtube.com@evil.example/watch?v=${id}`,
  `https://evil.example#youtube.com/watch?v=${id}`,
  `https://user:pass@youtube.com/watch?v=${id}`,
  `https://youtube.com:8443/watch?v=${id}`,
  `https://yоutube.com/watch?v=${id}`,
  `//evil.example/watch?v=${id}`,
  `ftp://youtube.com/watch?v=${id}`,
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  'https://www.youtube.com/watch?v="onload="x',
  `https://youtu.be/${id}/more`,
  'https://www.youtube.com/embed/videoseries?list=PLabcdefghijklmnop',
  'https://www.youtube.com/embed/live_stream?channel=UCabcdefghijklmnop',
  'https://www.youtube.com/playlist?list=PLabcdefghijklmnop',
  `https://www.youtube.com/playlist?list=PL1&v=${id}`,
  `https://www.youtube.com/redirect?q=x&v=${id}`,
  'https://www.youtube.com/@prangon',
  'https://www.youtube.com/channel/UCabcdefghijklmnop',
  `https://youtu.be/${id}?${'.'.repeat(2_000)}`,
  id,
  '',
])('%s shows none', (link) => {
  expect(youtubeId(link)).toBeNull();
});

test('an id whose last letter no film can have leads to none', () => {
  const ends = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((last) =>
    filmOf(`https://youtu.be/${id.slice(0, 10)}${last}`),
  );
  expect(ends.join('')).toBe('AEIMQUYcgkosw048');
});
