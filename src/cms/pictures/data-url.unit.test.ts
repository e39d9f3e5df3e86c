import { describe, expect, test } from 'vitest';
import { readImageField } from './data-url.server.ts';

const bytes = Buffer.from([1, 2, 3, 4, 5, 250, 251, 252]);
const base64 = bytes.toString('base64');

describe('an image field', () => {
  test.each([undefined, null, ''])('%o keeps what is there', (value) => {
    expect(readImageField(value)).toBe('keep');
  });

  test('the address of a stored picture is that one', () => {
    const key = 'a0'.repeat(20);
    expect(readImageField(`/media/${key}.webp`)).toEqual({ key });
  });

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'])('a data URL of image/%s is a new picture', (type) => {
    expect(readImageField(`data:image/${type};base64,${base64}`)).toEqual({ bytes });
  });

  test('takes every length of padding', () => {
    for (const length of [1, 2, 3, 4]) {
      const some = bytes.subarray(0, length);
      expect(readImageField(`data:image/png;base64,${some.toString('base64')}`)).toEqual({ bytes: some });
    }
  });

  test.each([
    ['an address', 'https://evil.example/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['a blob', 'blob:https://prangon.example/1'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', '../../etc/passwd'],
    ['the name of no picture', '/media/other.webp'],
    ['a picture in another size', `/media/${'a0'.repeat(20)}-320.webp`],
    ['a stored picture of another site', `https://evil.example/media/${'a0'.repeat(20)}.webp`],
    ['no base64', 'data:image/png,raw'],
    ['no comma', `data:image/png;base64${base64}`],
    ['no type', `data:;base64,${base64}`],
    ['another type', `data:text/html;base64,${base64}`],
    ['SVG', `data:image/svg+xml;base64,${base64}`],
    ['a parameter', `data:image/png;charset=utf-8;base64,${base64}`],
    ['capitals', `DATA:image/png;base64,${base64}`],
    ['a space in front', ` data:image/png;base64,${base64}`],
    ['nothing', 'data:image/png;base64,'],
    ['percent-encoding', `data:image/png;base64,${encodeURIComponent(base64)}`],
    ['a line break', `data:image/png;base64,${base64.slice(0, 4)}\n${base64.slice(4)}`],
    ['four spaces', `data:image/png;base64,${base64.slice(0, 4)}    ${base64.slice(4)}`],
    ['the alphabet of URLs', `data:image/png;base64,${bytes.toString('base64url')}`],
    ['the alphabet of URLs, whole groups', 'data:image/png;base64,-_-_'],
    ['too little padding', `data:image/png;base64,${base64.slice(0, -1)}`],
    ['too much padding', `data:image/png;base64,${base64}=`],
    ['padding in the middle', `data:image/png;base64,AA==${base64}`],
    ['a stray character', `data:image/png;base64,${base64.slice(0, 4)}!!!!${base64.slice(4)}`],
    ['a number', 7],
    ['a list', [`data:image/png;base64,${base64}`]],
  ])('%s is refused', (_name, value) => {
    expect(() => readImageField(value)).toThrow(
      expect.objectContaining({ status: 422, fields: { image: [expect.any(String)] } }),
    );
  });
});
