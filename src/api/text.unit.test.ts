import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bengaliDigits, cleanLine, cleanText, latinDigits, lengthOf } from './text.ts';

describe('Text as it is kept', () => {
  test.each([
    ['has no control characters', 'ক\u0000\u0007\u001b\u007f\u0085খ', 'কখ'],
    ['has no bidirectional overrides', 'a\u202eb\u202a\u2066c\u2069', 'abc'],
    ['has no byte order mark inside', '\ufeffক\ufeffখ', 'কখ'],
    ['is NFC', 'e\u0301', 'é'],
    ['keeps line ends and tabs', 'ক\n\tখ\r\n', 'ক\n\tখ\r\n'],
    ['keeps the joiners that Bengali needs', 'র\u200d্য ক্\u200cষ', 'র\u200d্য ক্\u200cষ'],
    ['caps a run of combining marks at 8', `a${'\u0308'.repeat(5_000)}b`.normalize('NFC'), `ä${'\u0308'.repeat(8)}b`],
  ])('%s', (_name, text, kept) => {
    expect(cleanText(text)).toBe(kept);
  });

  test('Bengali in NFC stays as it is', () => {
    const text = 'প্রাঙ্গণ: স্কুল, কলেজ ও মাদ্রাসার ব্যবস্থাপনা ১২৩৪৫৬৭৮৯০ ক্ষুদ্র ঋণ'.normalize('NFC');
    expect(cleanText(text)).toBe(text);
  });

  test('a second cleaning changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
      { numRuns: 2_000 },
    );
  });

  // Work that grows with the square of the length would run for minutes here, into the test's own time limit.
  test.each(['\u0308', ' ', 'a', '\u202e', '\n', 'ক্'])('2,000,000 times %j is cleaned in one go', (char) => {
    expect(cleanLine(char.repeat(2_000_000)).length).toBeLessThanOrEqual(char.length * 2_000_000);
  });
});

test('a single line folds white space and has no ends, and its length counts code points', () => {
  expect(cleanLine('  রহিম \n\t উদ্দিন\u00a0\u2003খান ')).toBe('রহিম উদ্দিন খান');
  expect(lengthOf('ক😀')).toBe(2);
});

test('digits change to the other script and back, the rest stays', () => {
  expect(latinDigits('+৮৮০ ১৭১২-৩৪৫৬৭৮ ক')).toBe('+880 1712-345678 ক');
  expect(bengaliDigits('190 a')).toBe('১৯০ a');
});
