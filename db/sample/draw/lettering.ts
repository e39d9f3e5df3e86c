import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Blob, Buffer as TextBuffer, Face, Font, shape as shapeText } from 'harfbuzzjs';
import { round, shape } from './svg.ts';

type FontName = 'sans' | 'bold' | 'serif' | 'latin';

interface FontSource {
  file: string;
  weight: number;
}

interface Lettering {
  x: number;
  y: number;
  size: number;
  fill: string;
  font?: FontName;
  anchor?: 'start' | 'middle' | 'end';
}

type SubsetFont = (
  font: Uint8Array,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: { wght: number } },
) => Promise<Uint8Array<ArrayBuffer>>;

const require = createRequire(import.meta.url);
// The package has no types of its own.
const subsetFont = require('subset-font') as SubsetFont;

const sans = '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2';
const sources: Record<FontName, FontSource> = {
  sans: { file: sans, weight: 500 },
  bold: { file: sans, weight: 700 },
  serif: {
    file: '@fontsource-variable/noto-serif-bengali/files/noto-serif-bengali-bengali-wght-normal.woff2',
    weight: 650,
  },
  latin: { file: sans.replace('bengali-wght', 'latin-wght'), weight: 700 },
};

const fonts: Record<FontName, Font> = {
  sans: await openFont(sources.sans),
  bold: await openFont(sources.bold),
  serif: await openFont(sources.serif),
  latin: await openFont(sources.latin),
};

/** The text as one outline, so that no font is needed where the picture is shown. */
export function lettering(text: string, { x, y, size, fill, font = 'sans', anchor = 'start' }: Lettering): string {
  const outline = textOutline(fonts[font], text.normalize('NFC'), size);
  const shift = { start: 0, middle: outline.width / 2, end: outline.width }[anchor];
  return shape(outline.draw(x - shift, y), fill);
}

async function openFont({ file, weight }: FontSource): Promise<Font> {
  const bytes = await subsetFont(readFileSync(require.resolve(file)), usableCharacters(), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  });
  return new Font(new Face(new Blob(new Uint8Array(bytes).buffer)));
}

function usableCharacters(): string {
  const bengali = Array.from({ length: 0x80 }, (_, index) => String.fromCodePoint(0x980 + index)).join('');
  return `${bengali}\u200c\u200d ।,.-+%:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789`;
}

interface Outline {
  width: number;
  draw: (x: number, y: number) => string;
}

function textOutline(font: Font, text: string, size: number): Outline {
  const glyphs = shapedGlyphs(font, text);
  const scale = size / font.face.upem;
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * scale;
  const draw = (x: number, y: number): string => {
    let pen = 0;
    return glyphs
      .map((glyph) => {
        const left = pen + glyph.dx;
        pen += glyph.advance;
        return glyphPath(font, glyph, (px, py) => `${round(x + (left + px) * scale)} ${round(y - (glyph.dy + py) * scale)}`);
      })
      .join('');
  };
  return { width, draw };
}

interface ShapedGlyph {
  id: number;
  advance: number;
  dx: number;
  dy: number;
}

function shapedGlyphs(font: Font, text: string): ShapedGlyph[] {
  const buffer = new TextBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shapeText(font, buffer);
  return buffer.getGlyphInfosAndPositions().map((glyph) => ({
    id: glyph.codepoint,
    advance: glyph.xAdvance ?? 0,
    dx: glyph.xOffset ?? 0,
    dy: glyph.yOffset ?? 0,
  }));
}

function glyphPath(font: Font, glyph: ShapedGlyph, place: (x: number, y: number) => string): string {
  return font
    .glyphToJson(glyph.id)
    .map(({ type, values }) => type + pairs(values).map(([x, y]) => place(x, y)).join(' '))
    .join('');
}

function pairs(values: number[]): [number, number][] {
  return values.flatMap((x, index): [number, number][] => (index % 2 === 0 ? [[x, values[index + 1] ?? 0]] : []));
}
