import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type subset from 'subset-font';

type Axes = NonNullable<NonNullable<Parameters<typeof subset>[2]>['variationAxes']>;

/** What Bengali is written with today. Letters of Assamese and Sanskrit bring many joint forms; a reader's device has them. */
const bengali = `${ranges([0x0981, 0x098b], [0x098f, 0x09c4], [0x09c7, 0x09df], [0x09e6, 0x09ef], [0x09f2, 0x09f3])}\u0964\u0965\u200c\u200d\u25cc `;
/** Without the signs of programs, which no text of a school needs. */
const latin = `${ranges([0x20, 0x22], [0x25, 0x3b], [0x3f, 0x5a], [0x5f, 0x5f], [0x61, 0x7a])}‘’“”–—…©`;
/** Points and dashes of a heading are the sans-serif's, or else nearly every page would need this font for them alone. */
const latinOfHeadings = ranges([0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]);

const sansAxes: Axes = { wght: { min: 400, max: 700 } };
/** Headings have one weight only. */
const serifAxes: Axes = { wght: 650 };

/** Of no use on a page: writing from top to bottom, and hints for screens of old. */
const withoutSpare = { noHinting: true, dropTables: ['vhea', 'vmtx', 'gasp', 'STAT'] };

interface SmallFont {
  name: string;
  source: string;
  text: string;
  axes: Axes;
}

const webFonts: SmallFont[] = [
  { name: 'sans-bengali', source: 'noto-sans-bengali/files/noto-sans-bengali-bengali', text: bengali, axes: sansAxes },
  { name: 'sans-latin', source: 'noto-sans-bengali/files/noto-sans-bengali-latin', text: latin, axes: sansAxes },
  {
    name: 'serif-bengali',
    source: 'noto-serif-bengali/files/noto-serif-bengali-bengali',
    text: bengali,
    axes: serifAxes,
  },
  {
    name: 'serif-latin',
    source: 'noto-serif-bengali/files/noto-serif-bengali-latin',
    text: latinOfHeadings,
    axes: serifAxes,
  },
];

/** For pictures that the server draws: one weight each, and names from elsewhere in the Latin alphabet. */
const drawnFonts: SmallFont[] = webFonts.map((font) => ({
  ...font,
  text: font.text === bengali ? bengali : latin + ranges([0x20, 0x7e], [0xa0, 0xff]),
  axes: font.axes === sansAxes ? { wght: 600 } : font.axes,
}));

/** Makes the small fonts of the public site and answers the folder that holds them. */
export function subsetFonts(root: string): Promise<string> {
  return makeFonts(root, webFonts, 'woff2');
}

/** The same for pictures with words in them. */
export function drawingFonts(root: string): Promise<string> {
  return makeFonts(root, drawnFonts, 'sfnt');
}

/**
 * Subsetting takes seconds, so the folder is named by everything the result depends on and made only once.
 */
async function makeFonts(root: string, fonts: SmallFont[], format: 'sfnt' | 'woff2'): Promise<string> {
  const sources = fonts.map((font) => readFileSync(sourcePath(root, font.source)));
  const hash = createHash('sha256').update(JSON.stringify([fonts, withoutSpare]));
  for (const source of sources) hash.update(source);
  const folder = join(root, '.cache', 'fonts', hash.digest('hex').slice(0, 12));
  const path = (font: SmallFont) => join(folder, `${font.name}.${format === 'sfnt' ? 'ttf' : format}`);
  if (fonts.every((font) => existsSync(path(font)))) return folder;

  mkdirSync(folder, { recursive: true });
  const { default: subset } = await import('subset-font');
  for (const [index, font] of fonts.entries()) {
    const source = sources[index];
    if (!source) continue;
    const small = await subset(source, font.text, { targetFormat: format, variationAxes: font.axes, ...withoutSpare });
    // Two builds at once may both write here: a rename never shows half a font.
    const draft = `${path(font)}.${process.pid}`;
    writeFileSync(draft, small);
    renameSync(draft, path(font));
  }
  return folder;
}

function sourcePath(root: string, source: string): string {
  return join(root, 'node_modules', '@fontsource-variable', `${source}-wght-normal.woff2`);
}

/** All characters between these code points, the first and last of each included. */
function ranges(...list: [first: number, last: number][]): string {
  const points = list.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  return String.fromCodePoint(...points);
}
