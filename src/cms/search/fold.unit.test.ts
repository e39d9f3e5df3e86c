import { expect, test } from 'vitest';
import { excerptOf, markWords } from '#site/search/results.server.ts';
import { foldedWords, plainText, withoutEnding } from './fold.server.ts';
import { readSearchQuery } from './query.server.ts';

test.each([
  ['ঈদ', 'ইদ'],
  ['নীতি', 'নিতি'],
  ['ঊষা', 'উসা'],
  ['মূল', 'মুল'],
  ['কারণ', 'কারন'],
  ['শিক্ষা', 'সিক্ষা'],
  ['শিক্ষা', 'ষিক্ষা'],
  ['পড়া', 'প\u09DCা'],
  ['পড়া', 'পডা'],
  ['আষাঢ়', 'আশা\u09DD'],
  ['সময়', 'সম\u09DF'],
  ['বাঙালি', 'বাংালি'],
  ['চাঁদ', 'চাদ'],
  ['হঠাৎ', 'হঠাত'],
  ['র‍্যাব', 'র্যাব'],
  ['ব্যাঙ্‌ক', 'ব্যাংক'],
  ['২০২৬', '2026'],
  ['SMS', 'sms'],
  ['কো', 'ক\u09C7\u09BE'],
])('%s is found as %s', (one, other) => {
  expect(foldedWords(one)).toEqual(foldedWords(other));
});

test.each([
  ['বই', 'বউ'],
  ['কাল', 'খাল'],
  ['দিন', 'দান'],
])('%s is not found as %s', (one, other) => {
  expect(foldedWords(one)).not.toEqual(foldedWords(other));
});

test('words are told apart by what is no letter, and each is kept once', () => {
  expect(foldedWords("ভর্তি, ভর্তী; 'drop' -- % * \" ভর্তি। ৳৫০০", '😀 _')).toEqual(['ভর্তি', 'drop', '500']);
});

test('signs that stand for several words, or have brackets, are words all the same', () => {
  expect(foldedWords('ﷺ a⑴b ½')).toEqual(['صلى', 'الله', 'عليه', 'وسلم', 'a', '1', 'b', '2']);
});

test('rich text is read as its words', () => {
  expect(plainText('<p>প্র<strong>থম</strong></p><p>a &amp;&#60;&#x9AC;<br>b</p><script>x</script><!-- y -->')).toBe(
    'প্রথম a &<ব b',
  );
  expect(plainText('&#99999999; &bogus; <')).toBe('&#99999999; &bogus; <');
});

test('a question of any length becomes a few words', () => {
  const { text, words } = readSearchQuery('ক খ '.repeat(100_000));
  expect([...text].length).toBeLessThanOrEqual(100);
  expect(words).toEqual(['ক', 'খ']);
  expect(readSearchQuery(['ভর্তি', 'x']).words).toEqual(['ভর্তি']);
  for (const odd of [undefined, null, {}, '', '   ', '\u0000'])
    expect(readSearchQuery(odd)).toEqual({ text: '', words: [] });
});

test('endings come off where a word is long enough', () => {
  expect(foldedWords('শিক্ষার্থীদের হাজিরার').map(withoutEnding)).toEqual(foldedWords('শিক্ষার্থী হাজিরা'));
  expect(['ঘর', 'মা'].map(withoutEnding)).toEqual(['ঘর', 'মা']);
});

test('whole words are marked, however they are spelled', () => {
  expect(markWords('নতুন শিক্ষার্থীরা এল', foldedWords('সিক্ষার্থি'))).toEqual([
    { text: 'নতুন ', hit: false },
    { text: 'শিক্ষার্থীরা', hit: true },
    { text: ' এল', hit: false },
  ]);
});

test('an excerpt is cut between words around the first hit', () => {
  const text = `${'আগের কথা '.repeat(60)}লক্ষ্য ${'পরের কথা '.repeat(60)}`.trim();
  const pieces = excerptOf(text, foldedWords('লক্ষ্য'));
  expect(pieces.find(({ hit }) => hit)?.text).toBe('লক্ষ্য');
  const all = pieces.map((piece) => piece.text).join('');
  expect(all.length).toBeLessThan(200);
  expect(all).toMatch(/^\.\.\. (?:আগের|কথা) .* (?:পরের|কথা)\.\.\.$/);
  expect(excerptOf('ক'.repeat(1_000), ['খখ']).map(({ text }) => text)).toEqual(['ক'.repeat(180), '...']);
});
