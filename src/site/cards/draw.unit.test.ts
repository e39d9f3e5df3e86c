import { expect, test } from 'vitest';
import { drawCard } from './routes.server.ts';

const frame = { brand: 'প্রাঙ্গণ', tagline: 'সব কাজ এক প্রাঙ্গণে', host: 'prangon.example', logo: null };

/** The markups of the title, the first choice first. */
function titlesOf(title: string): string[] {
  return drawCard({ title }, frame).texts[1]?.markups ?? [];
}

test('a title is cut with …, and never inside a conjunct', () => {
  const words = titlesOf('ক্ষ্ম'.repeat(40)).map((markup) => markup.replace(/<[^>]*>/g, ''));
  expect(words[0]).toBe('ক্ষ্ম'.repeat(40));
  expect(words.at(-1)).toBe('ক্ষ্মক্ষ্ম…');
  for (const word of words) expect(word).toMatch(/^(ক্ষ্ম)+…?$/);
});

test('markup is text, and what the fonts don’t have is left out', () => {
  expect(titlesOf('<b>A & B</b> 🎉 学校 ভর্তি')[0]).toContain('>&#60;b&#62;A &#38; B&#60;/b&#62; ভর্তি<');
  expect(titlesOf('学校管理\u200d')).toEqual([]);
});
