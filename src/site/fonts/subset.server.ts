import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type subset from 'subset-font';

type Axes = NonNullable<NonNullable<Parameters<typeof subset>[2]>['variationAxes']>;

const bengali = `${range(0x0980, 0x09fe)}\u0964\u0965\u200c\u200d\u25cc `;
const latin = `${range(0x20, 0x7e)}‘’“”–—…©`;

const sansAxes: Axes = { wght: { min: 400, max: 700 } };
/** Headings have one weight only. */
const serifAxes: Axes = { wght: 650 };

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
  { name: 'serif-latin', source: 'noto-serif-bengali/files/noto-serif-bengali-latin', text: latin, axes: serifAxes },
];

/** For pictures that the server draws: one weight each, and names from elsewhere in the Latin alphabet. */
const drawnFonts: SmallFont[] = webFonts.map((font) => ({
  ...font,
  text: font.text === latin ? latin + range(0xa0, 0xff) : font.text,
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
  const hash = createHash('sha256').update(JSON.stringify(fonts));
  for (const source of sources) hash.update(source);
  const folder = join(root, '.cache', 'fonts', hash.digest('hex').slice(0, 12));
  const path = (font: SmallFont) => join(folder, `${font.name}.${format === 'sfnt' ? 'ttf' : format}`);
  if (fonts.every((font) => existsSync(path(font)))) return folder;

  mkdirSync(folder, { recursive: true });
  const { default: subset } = await import('subset-font');
  for (const [index, font] of fonts.entries()) {
    const source = sources[index];
    if (!source) continue;
    const small = await subset(source, font.text, { targetFormat: format, variationAxes: font.axes });
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

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
