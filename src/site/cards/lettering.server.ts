import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Font } from 'harfbuzzjs';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { joined, type Outline, openFont, outlineOf } from './glyphs.server.ts';

/** Text is set in sans, headings in serif. */
export type FaceName = 'sans' | 'serif';

interface Face {
  bengali: Script;
  latin: Script;
}

interface Script {
  font: Font;
  has: ReadonlySet<number>;
}

const folder = path.join(projectRoot, 'dist/server/fonts');
const faces = new Map<FaceName, Face>();

/** Shapes a text into one outline; characters that no font has are skipped. */
export function lettering(text: string, size: number, name: FaceName): Outline {
  const face = faceOf(name);
  return joined(runsOf(text.normalize('NFC'), face).map(({ script, run }) => outlineOf(script.font, run, size)));
}

/** Measures text by cached word widths: shaping a growing line repeatedly is slow. */
export function ruler(name: FaceName): (size: number) => (text: string) => number {
  const widths = new Map<string, number>();
  const widthOf = (word: string): number => {
    const width = widths.get(word) ?? lettering(word, 1, name).width;
    widths.set(word, width);
    return width;
  };
  return (size) => (text) => {
    const words = text.split(' ');
    return size * (words.reduce((sum, word) => sum + widthOf(word), 0) + (words.length - 1) * widthOf(' '));
  };
}

/** Whether the fonts have any visible character of a text. */
export function canWrite(text: string, name: FaceName): boolean {
  return runsOf(text.normalize('NFC'), faceOf(name)).some(({ run }) => run.trim() !== '');
}

/** Runs of one script. Spaces belong to the preceding run, so that words are not shaped one by one. */
function runsOf(text: string, { bengali, latin }: Face): { script: Script; run: string }[] {
  const runs: { script: Script; run: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const fits = last?.script.has.has(code);
    const script = fits && code === 0x20 ? last?.script : [bengali, latin].find(({ has }) => has.has(code));
    if (!script) continue;
    if (last?.script === script) last.run += character;
    else runs.push({ script, run: character });
  }
  return runs;
}

function faceOf(name: FaceName): Face {
  const known = faces.get(name);
  if (known) return known;
  const face = { bengali: open(`${name}-bengali`), latin: open(`${name}-latin`) };
  faces.set(name, face);
  return face;
}

function open(name: string): Script {
  const font = openFont(readFileSync(path.join(folder, `${name}.ttf`)));
  return { font, has: new Set(font.face.collectUnicodes()) };
}
