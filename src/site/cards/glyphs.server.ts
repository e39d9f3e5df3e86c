import { Blob, Face, Font, shape, Buffer as TextBuffer } from 'harfbuzzjs';

/** Sizes in pixels. */
export interface Outline {
  width: number;
  /** SVG path data, with the first glyph's origin on the base line at this point. */
  draw: (x: number, y: number) => string;
}

export function openFont(bytes: Uint8Array): Font {
  return new Font(new Face(new Blob(new Uint8Array(bytes).buffer)));
}

/** Shapes a text with HarfBuzz as a browser does: conjuncts, vowel signs, kerning. */
export function outlineOf(font: Font, text: string, size: number): Outline {
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

export function joined(outlines: Outline[]): Outline {
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
  shape(font, buffer);
  return buffer.getGlyphInfosAndPositions().map((glyph) => ({
    id: glyph.codepoint,
    advance: glyph.xAdvance ?? 0,
    dx: glyph.xOffset ?? 0,
    dy: glyph.yOffset ?? 0,
  }));
}

type Point = [number, number];

/** Relative path commands take about half the bytes. */
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
  return `${tenth(x - fromX) || 0} ${tenth(y - fromY) || 0}`;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function pairs(values: number[]): Point[] {
  return values.flatMap((x, index): Point[] => (index % 2 === 0 ? [[x, values[index + 1] ?? 0]] : []));
}
