import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type subset from 'subset-font';

type Axes = NonNullable<NonNullable<Parameters<typeof subset>[2]>['variationAxes']>;

/** Characters of modern Bengali. Letters of Assamese and Sanskrit need many conjunct glyphs; system fonts have them. */
const bengali = `${ranges([0x0981, 0x098b], [0x098f, 0x09c4], [0x09c7, 0x09df], [0x09e6, 0x09ef], [0x09f2, 0x09f3])}\u0964\u0965\u200c\u200d\u25cc `;
/** Without programming characters. */
const latin = `${ranges([0x20, 0x22], [0x25, 0x3b], [0x3f, 0x5a], [0x5f, 0x5f], [0x61, 0x7a])}‘’“”–—…©`;
/** Punctuation of headings uses the sans font, or nearly every page would load this font for it. */
const latinOfHeadings = ranges([0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]);

const sansAxes: Axes = { wght: { min: 400, max: 700 } };
/** Headings have a single weight. */
const serifAxes: Axes = { wght: 650 };

/** Drops tables that web pages don't use: vertical writing and hinting. */
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

/** Fonts for social cards: one weight each, with all of Latin-1 for names. */
const drawnFonts: SmallFont[] = webFonts.map((font) => ({
  ...font,
  text: font.text === bengali ? bengali : latin + ranges([0x20, 0x7e], [0xa0, 0xff]),
  axes: font.axes === sansAxes ? { wght: 600 } : font.axes,
}));

export function subsetFonts(root: string): Promise<string> {
  return makeFonts(root, webFonts, 'woff2');
}

export async function drawingFonts(root: string): Promise<string> {
  const folder = await makeFonts(root, drawnFonts, 'sfnt');
  copyFileSync(join(import.meta.dirname, 'fonts.conf'), join(folder, 'fonts.conf'));
  return folder;
}

/** Subsetting takes seconds, so the folder is named by a hash of all inputs and made only once. */
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
    // Concurrent builds may write the same file: renaming is atomic.
    const draft = `${path(font)}.${process.pid}`;
    writeFileSync(draft, small);
    renameSync(draft, path(font));
  }
  return folder;
}

function sourcePath(root: string, source: string): string {
  return join(root, 'node_modules', '@fontsource-variable', `${source}-wght-normal.woff2`);
}

/** All characters between these code points, both included. */
function ranges(...list: [first: number, last: number][]): string {
  const points = list.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  return String.fromCodePoint(...points);
}
