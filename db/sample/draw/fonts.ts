import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface FontSource {
  family: 'sans' | 'serif';
  script: 'bengali' | 'latin';
  weight: number;
}

type FontFormat = 'sfnt' | 'woff2';

type SubsetFont = (
  font: Uint8Array,
  text: string,
  options: { targetFormat: FontFormat; variationAxes: { wght: number } },
) => Promise<Uint8Array>;

const require = createRequire(import.meta.url);
// The package has no types of its own.
const subsetFont = require('subset-font') as SubsetFont;

/** One weight of a variable font of the site, with the glyphs that `text` needs. */
export function pinnedFont(
  { family, script, weight }: FontSource,
  targetFormat: FontFormat,
  text = usableCharacters(),
): Promise<Uint8Array> {
  const name = `noto-${family}-bengali`;
  const file = require.resolve(`@fontsource-variable/${name}/files/${name}-${script}-wght-normal.woff2`);
  // Shapers take ৌ and its like apart, so the parts are needed too.
  return subsetFont(readFileSync(file), text + text.normalize('NFD'), {
    targetFormat,
    variationAxes: { wght: weight },
  });
}

function usableCharacters(): string {
  return `${characters(0x980, 0x9fe)}${characters(0x20, 0x7e)}।॥×·‘’“”–—…©\u00a0\u200c\u200d\u25cc`;
}

function characters(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}
