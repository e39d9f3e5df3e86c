import type { Font } from 'harfbuzzjs';
import { joined, type Outline, openFont, outlineOf } from '#server/drawing/glyphs.server.ts';
import type { FontSource } from './fonts.ts';
import { pinnedFont } from './fonts.ts';
import { shape } from './svg.ts';

type FontName = 'sans' | 'bold' | 'serif' | 'latin';

interface Lettering {
  x: number;
  y: number;
  size: number;
  fill: string;
  font?: FontName;
  anchor?: 'start' | 'middle' | 'end';
}

const sources: Record<FontName, FontSource> = {
  sans: { family: 'sans', script: 'bengali', weight: 500 },
  bold: { family: 'sans', script: 'bengali', weight: 700 },
  serif: { family: 'serif', script: 'bengali', weight: 650 },
  latin: { family: 'sans', script: 'latin', weight: 700 },
};

const fonts: Record<FontName, Font> = {
  sans: await open(sources.sans),
  bold: await open(sources.bold),
  serif: await open(sources.serif),
  latin: await open(sources.latin),
};

/** The text as one outline, so that no font is needed where the picture is shown. */
export function lettering(text: string, { x, y, size, fill, font = 'sans', anchor = 'start' }: Lettering): string {
  const outline = textOutline(fonts[font], text.normalize('NFC'), size);
  const shift = { start: 0, middle: outline.width / 2, end: outline.width }[anchor];
  return shape(outline.draw(x - shift, y), fill);
}

async function open(source: FontSource): Promise<Font> {
  return openFont(await pinnedFont(source, 'sfnt'));
}

/** The Bengali fonts hold no Latin signs, so the comma of ১,২০০ comes from the Latin one. */
function textOutline(font: Font, text: string, size: number): Outline {
  const runs = text.split(/([!-~]+)/).filter((run) => run !== '');
  return joined(runs.map((run) => outlineOf(/^[!-~]/.test(run) ? fonts.latin : font, run, size)));
}
