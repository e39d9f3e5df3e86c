import { Blob, Face, Font, shape as shapeText, Buffer as TextBuffer } from 'harfbuzzjs';
import type { FontSource } from './fonts.ts';
import { pinnedFont } from './fonts.ts';
import { round, shape } from './svg.ts';

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

async function openFont(source: FontSource): Promise<Font> {
  const bytes = await pinnedFont(source, 'sfnt');
  return new Font(new Face(new Blob(new Uint8Array(bytes).buffer)));
}

interface Outline {
  width: number;
  draw: (x: number, y: number) => string;
}

/** The Bengali fonts hold no Latin signs, so the comma of ১,২০০ comes from the Latin one. */
function textOutline(font: Font, text: string, size: number): Outline {
  const runs = text.split(/([!-~]+)/).filter((run) => run !== '');
  const outlines = runs.map((run) => runOutline(/^[!-~]/.test(run) ? fonts.latin : font, run, size));
  const draw = (x: number, y: number): string => {
    let pen = x;
    return outlines
      .map((outline) => {
        const path = outline.draw(pen, y);
        pen += outline.width;
        return path;
      })
      .join('');
  };
  return { width: outlines.reduce((sum, outline) => sum + outline.width, 0), draw };
}

function runOutline(font: Font, text: string, size: number): Outline {
  const glyphs = shapedGlyphs(font, text);
  const scale = size / font.face.upem;
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * scale;
  const draw = (x: number, y: number): string => {
    let pen = 0;
    return glyphs
      .map((glyph) => {
        const left = pen + glyph.dx;
        pen += glyph.advance;
        return glyphPath(font, glyph, (px, py) => [tenth(x + (left + px) * scale), tenth(y - (glyph.dy + py) * scale)]);
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

type Point = [number, number];

/** Written with relative commands, which takes about half the bytes of absolute ones. */
function glyphPath(font: Font, glyph: ShapedGlyph, place: (x: number, y: number) => Point): string {
  let pen: Point = [0, 0];
  return font
    .glyphToJson(glyph.id)
    .map(({ type, values }) => {
      const points = pairs(values).map(([x, y]) => place(x, y));
      const origin: Point = type === 'M' ? [0, 0] : pen;
      pen = points.at(-1) ?? pen;
      return (
        (type === 'M' ? 'M' : type.toLowerCase()) +
        points
          .map((point) => offset(point, origin))
          .join(' ')
          .replaceAll(' -', '-')
      );
    })
    .join('');
}

function offset([x, y]: Point, [fromX, fromY]: Point): string {
  return `${round(x - fromX)} ${round(y - fromY)}`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function pairs(values: number[]): Point[] {
  return values.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, values[index + 1] ?? 0]] : []));
}
