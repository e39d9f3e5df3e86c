import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { brand, brandAtNight } from './brand.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const tokens = tokensOf(read('ui/site/tokens.css'));

describe('The brand', () => {
  test('has the colours of tokens.css by day', () => {
    expect(brand).toEqual(Object.fromEntries(Object.keys(brand).map((name) => [name, tokens.get(name)?.day])));
  });

  test('has the ground of tokens.css in the evening', () => {
    expect(brandAtNight.bg).toBe(tokens.get('bg')?.night);
  });

  test('is what the icon of the browser’s tab is drawn with', () => {
    const drawn = read('ui/site/favicon.svg').match(/#[0-9a-f]{6}/g) ?? [];
    const colours = [...tokens.values()].flatMap(({ day, night }) => [day, night]);
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.filter((colour) => !colours.includes(colour))).toEqual([]);
  });
});

/** `--ink-2: light-dark(oklch(…), oklch(…))` as `ink2`, by day and at night. */
function tokensOf(css: string): Map<string, { day: string; night: string }> {
  const rule = /--([\w-]+): (?:light-dark\()?oklch\(([\d. ]+)\)(?:, oklch\(([\d. ]+)\)\))?;/g;
  return new Map(
    Array.from(css.matchAll(rule), ([, name = '', day = '', night = day]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      { day: hexOf(day), night: hexOf(night) },
    ]),
  );
}

/** From OKLCH over OKLab and linear light to what a screen takes. */
function hexOf(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const light = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  return `#${light.map(twoDigits).join('')}`;
}

function twoDigits(linear: number): string {
  const inside = Math.min(1, Math.max(0, linear));
  const curved = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
  return Math.round(curved * 255)
    .toString(16)
    .padStart(2, '0');
}
