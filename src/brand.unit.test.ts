import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { brand, brandAtNight } from './brand.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const tokens = tokensOf(read('ui/site/tokens.css'));

test('The brand has the colours of tokens.css by day, its ground in the evening, and draws the icon of the tab', () => {
  expect(brand).toEqual(Object.fromEntries(Object.keys(brand).map((name) => [name, tokens.get(name)?.day])));
  expect(brandAtNight.bg).toBe(tokens.get('bg')?.night);
  const drawn = read('ui/site/favicon.svg').match(/#[0-9a-f]{6}/g) ?? [];
  const colours = [...tokens.values()].flatMap(({ day, night }) => [day, night]);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter((colour) => !colours.includes(colour))).toEqual([]);
});

/** `--ink-2: light-dark(#…, #…)` as `ink2`, by day and at night. */
function tokensOf(css: string): Map<string, { day: string; night: string }> {
  const rule = /--([\w-]+): (?:light-dark\()?(#[\da-f]{6})(?:, (#[\da-f]{6})\))?;/g;
  return new Map(
    Array.from(css.matchAll(rule), ([, name = '', day = '', night = day]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      { day, night },
    ]),
  );
}
