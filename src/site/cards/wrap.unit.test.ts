import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapAtMost, wrapText } from './wrap.ts';

/** As wide as it has code points. */
const measure = (text: string) => [...text].length;

describe('A text in lines', () => {
  test('is broken between words', () => {
    expect(wrapText('ভর্তি হাজিরা বেতন', 12, measure)).toEqual(['ভর্তি হাজিরা', 'বেতন']);
  });

  test('is broken inside a word only where the word alone is too wide, and never inside a conjunct', () => {
    const lines = wrapText('এক ক্ষ্মক্ষ্মক্ষ্ম দুই', 12, measure);
    expect(lines).toEqual(['এক', 'ক্ষ্মক্ষ্ম', 'ক্ষ্ম দুই']);
  });

  test('says with … that there is more', () => {
    expect(wrapAtMost('এক দুই তিন চার', 1, 7, measure)).toEqual(['এক দুই…']);
    expect(wrapAtMost('এক দুই', 1, 7, measure)).toEqual(['এক দুই']);
  });

  test('loses nothing, and no line is wider than its room', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('র্কী', 'ক্ষু', 'স্ত্রূ', 'a', ' ', 'ষ্ট্র')), (parts) => {
        const text = parts.join('');
        const lines = wrapText(text, 8, measure);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(8);
      }),
    );
  });
});
