import type { CrestPicture } from '../types.ts';
import { lettering } from './lettering.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, group, line, moved, rect, repeat, round, shape } from './svg.ts';

interface Crest {
  letter: string;
  fill: string;
  frame: (fill: string) => string;
  /** Height of the middle of the letter and book; shields sit a little higher. */
  middle?: number;
}

const crestList: Record<CrestPicture, Crest> = {
  'crest-01': { letter: 'রূ', fill: '#0a5d40', frame: stitchedCircle },
  'crest-02': { letter: 'মে', fill: '#7e2a1e', frame: shield },
  'crest-03': { letter: 'আ', fill: '#1f5294', frame: ring },
  'crest-04': { letter: 'সু', fill: '#7a4e0a', frame: burst },
  'crest-05': { letter: 'দা', fill: '#0a5d40', frame: shield },
  'crest-06': { letter: 'ন', fill: '#68261c', frame: stitchedCircle },
  'crest-07': { letter: 'শা', fill: '#1f5294', frame: burst },
  'crest-08': { letter: 'প', fill: '#0f6e62', frame: ring },
  'crest-09': { letter: 'কা', fill: '#a03317', frame: petals },
  'crest-10': { letter: 'জ্যো', fill: '#3d3a8c', frame: stitchedCircle },
  'crest-11': { letter: 'হি', fill: '#01452f', frame: arch, middle: 214 },
  'crest-12': { letter: 'ধা', fill: '#3c4e45', frame: gear },
  'crest-13': { letter: 'ঋ', fill: '#8a1f4d', frame: petals },
  'crest-14': { letter: 'ব', fill: '#7a2a6b', frame: banner, middle: 186 },
  'crest-15': { letter: 'স্ব', fill: '#8f5f06', frame: shield },
  'crest-16': { letter: 'উ', fill: '#195f91', frame: diamond, middle: 174 },
};

export const crests = Object.fromEntries(
  Object.entries(crestList).map(([name, crest]) => [name, () => drawCrest(crest)]),
) as Record<CrestPicture, () => Drawing>;

function drawCrest({ letter, fill, frame, middle = 196 }: Crest): Drawing {
  const size = letter.length > 3 ? 78 : 92;
  const sign = lettering(letter, { x: 200, y: middle + 8, size, fill, font: 'bold', anchor: 'middle' });
  return drawing(400, 400, frame(fill), sign, openBook(middle + 66, fill));
}

function openBook(y: number, fill: string): string {
  return moved(
    200,
    y,
    1,
    shape('M0-20C-24-38-56-38-74-26V14C-56 4-24 4 0 20C24 4 56 4 74 14V-26C56-38 24-38 0-20Z', fill),
    line('M0-20V18', '#ffffff', 4),
  );
}

function stitchedCircle(fill: string): string {
  return (
    outlineCircle(178, fill, 15) +
    circle(200, 200, 146, 'none', { stroke: fill, 'stroke-width': 5, 'stroke-dasharray': '15 9.5' })
  );
}

function outlineCircle(r: number, fill: string, width: number): string {
  return circle(200, 200, r, 'none', { stroke: fill, 'stroke-width': width });
}

function shield(fill: string): string {
  const outer = 'M200 18L362 74V196C362 290 292 350 200 384C108 350 38 290 38 196V74Z';
  const inner = 'M200 66L318 107V196C318 264 268 308 200 336C132 308 82 264 82 196V107Z';
  return line(outer, fill, 15, { 'stroke-linejoin': 'round' }) + line(inner, fill, 6);
}

function ring(fill: string): string {
  return (
    outlineCircle(152, fill, 48) +
    circle(200, 200, 152, 'none', { stroke: '#ffffff', 'stroke-width': 5, 'stroke-dasharray': '4 15.9', opacity: 0.7 })
  );
}

/** A closed figure whose corners lie by turns on two circles. */
function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (Math.PI * index) / points - Math.PI / 2;
    return `${round(200 + radius * Math.cos(angle))} ${round(200 + radius * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

function burst(fill: string): string {
  return (
    line(star(12, 186, 152), fill, 13, { 'stroke-linejoin': 'miter' }) +
    circle(200, 200, 124, 'none', { stroke: fill, 'stroke-width': 4 })
  );
}

function petals(fill: string): string {
  const petal = repeat(10, (index) =>
    group(`rotate(${index * 36} 200 200)`, line('M160 68C150 36 176 18 200 14C224 18 250 36 240 68', fill, 12)),
  );
  return petal + outlineCircle(128, fill, 8);
}

function arch(fill: string): string {
  const outer =
    'M52 372V176C52 150 62 130 84 120C78 92 96 72 128 78C136 54 160 46 180 52C190 46 196 34 200 18C204 34 210 46 220 52C240 46 264 54 272 78C304 72 322 92 316 120C338 130 348 150 348 176V372Z';
  return (
    line(outer, fill, 14, { 'stroke-linejoin': 'round' }) +
    rect(32, 362, 336, 22, fill, { rx: 4 }) +
    line('M84 330V184C84 160 96 148 116 144M316 330V184C316 160 304 148 284 144', fill, 5, {
      'stroke-dasharray': '14 9',
    })
  );
}

function gear(fill: string): string {
  const teeth = repeat(12, (index) => group(`rotate(${index * 30} 200 200)`, shape('M180 18H220L228 56H172Z', fill)));
  return teeth + outlineCircle(146, fill, 22);
}

function banner(fill: string): string {
  const cloth = 'M66 24H334V330L200 382L66 330Z';
  return (
    line(cloth, fill, 14, { 'stroke-linejoin': 'round' }) +
    rect(44, 14, 312, 22, fill, { rx: 11 }) +
    line('M92 58H308V308L200 350L92 308Z', fill, 5, { 'stroke-dasharray': '14 9' })
  );
}

function diamond(fill: string): string {
  return (
    line('M200 14L386 200L200 386L14 200Z', fill, 15, { 'stroke-linejoin': 'round' }) +
    line('M200 62L338 200L200 338L62 200Z', fill, 5)
  );
}
