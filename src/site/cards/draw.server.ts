import { brand } from '#brand.ts';
import type { Drawing } from '#cms/pictures/picture-store.server.ts';
import { canWrite, type FaceName, lettering, ruler } from './lettering.server.ts';
import { type Card, type CardFrame, cardSize } from './page-cards.server.ts';
import { wrapAtMost, wrapText } from './wrap.ts';

const { width, height } = cardSize;
const margin = 72;
/** Top of the floor, in pixels. */
const ground = 556;
const mark = 'M2 6.5H38M8.5 6V34.5H15.5M24.5 34.5H31.5V6';
const arch =
  'M1 106V50C1 44 4 38 10 35C7 25 14 17 24 18C25 9 36 6 43 9C46 8 48.5 4 50 0C51.5 4 54 8 57 9C64 6 75 9 76 18C86 17 93 25 90 35C96 38 99 44 99 50V106Z';

/** Font sizes of a title and their maximum number of lines, largest first. */
const titleSizes = {
  wide: [
    { size: 84, lines: 2 },
    { size: 70, lines: 3 },
    { size: 54, lines: 4 },
  ],
  narrow: [
    { size: 68, lines: 2 },
    { size: 56, lines: 4 },
    { size: 46, lines: 5 },
  ],
} as const;

/** Draws a social card: wall, title under a matra line, red floor. */
export function drawCard(card: Card, frame: CardFrame): Drawing {
  const right = card.picture ? 700 : width - margin;
  const layers: Drawing['layers'] = [];
  if (card.picture) layers.push(pictureLayer(card.picture));
  if (frame.logo) layers.push({ key: frame.logo.key, left: margin, top: 58, width: 72, height: 72, fit: 'contain' });
  const body = [
    rect(0, 0, width, height, brand.bg),
    card.picture ? behind(card.picture.place) : `<g transform="translate(820 150) scale(10)">${courtyard(faint)}</g>`,
    floor(frame),
    frame.logo ? '' : `<g transform="translate(${margin} 62) scale(1.6)">${courtyard(solid)}</g>`,
    write(frame.brand, { x: margin + 84, y: 112, size: 46, fill: brand.ink, face: 'serif', most: right - margin - 84 }),
    rule(right),
    ...textBlock(card, right),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  return { svg, layers, format: 'jpeg' };
}

function textBlock(card: Card, right: number): string[] {
  const room = right - margin;
  const kicker = card.kicker && canWrite(card.kicker, 'sans') ? card.kicker : null;
  const top = kicker ? 246 : 204;
  const { lines, size } = titleLines(card, room);
  const step = size * 1.34;
  const end = top + lines.length * step;
  const lead = card.lead && !card.picture && lines.length < 3 ? card.lead : '';
  return [
    kicker ? write(kicker, { x: margin, y: 230, size: 30, fill: brand.flameInk, face: 'sans', most: room }) : '',
    ...lines.map((line, index) =>
      write(line, { x: margin, y: top + step * index + size * 0.98, size, fill: brand.ink, face: 'serif' }),
    ),
    ...wrapAtMost(lead, 2, room, ruler('sans')(34)).map((line, index) =>
      write(line, { x: margin, y: end + 52 + index * 54, size: 34, fill: brand.ink2, face: 'sans' }),
    ),
  ];
}

function titleLines({ title, picture }: Card, room: number): { lines: string[]; size: number } {
  const sizes = picture ? titleSizes.narrow : titleSizes.wide;
  const measure = ruler('serif');
  for (const { size, lines: most } of sizes) {
    const lines = wrapText(title, room, measure(size));
    if (lines.length <= most) return { lines, size };
  }
  const { size, lines } = sizes[2];
  return { lines: wrapAtMost(title, lines, room, measure(size)), size };
}

/** The bar above the title, and its dashed line: 9 on, 7 off. */
function rule(right: number): string {
  return `${rect(margin, 164, 112, 8, brand.flame)}<path d="M${margin + 126} 168H${right}" stroke="${brand.lineStrong}" stroke-width="3" stroke-dasharray="14.4 11.2"/>`;
}

function floor({ tagline, host }: CardFrame): string {
  const name = lettering(host, 22, 'sans');
  const room = width - 2 * margin - name.width - 40;
  const [line = ''] = wrapAtMost(tagline, 1, room, ruler('sans')(22));
  return [
    rect(0, ground, width, height - ground, brand.floor),
    write(line, { x: margin, y: 601, size: 22, fill: brand.onFloor, face: 'sans' }),
    path(name.draw(width - margin - name.width, 601), brand.onFloor2),
  ].join('');
}

function pictureLayer({ picture: { key, focus }, place }: NonNullable<Card['picture']>): Drawing['layers'][number] {
  if (place === 'beside') return { key, left: 752, top: 0, width: width - 752, height: ground, fit: 'cover', focus };
  return { key, left: 832, top: 250, width: 236, height: 236, fit: 'contain' };
}

function behind(place: 'beside' | 'niche'): string {
  if (place === 'beside') return rect(752, 0, width - 752, ground, brand.sunken);
  const niche = `<path transform="translate(770 110) scale(3.6)" d="${arch}" fill="${brand.greenSoft}"/>`;
  return `${niche}${rect(746, 486, 408, 16, brand.floor)}`;
}

const solid = { wall: brand.green, dot: brand.flame };
const faint = { wall: brand.sunken, dot: brand.sunken };

function courtyard({ wall, dot }: { wall: string; dot: string }): string {
  return `<path d="${mark}" fill="none" stroke="${wall}" stroke-width="5"/><circle cx="20" cy="20.5" r="4.8" fill="${dot}"/>`;
}

interface Line {
  x: number;
  y: number;
  size: number;
  fill: string;
  face: FaceName;
  /** Maximum width; longer text is cut. */
  most?: number;
}

function write(text: string, { x, y, size, fill, face, most }: Line): string {
  const [line = ''] = most === undefined ? [text] : wrapAtMost(text, 1, most, ruler(face)(size));
  return path(lettering(line, size, face).draw(x, y), fill);
}

function path(d: string, fill: string): string {
  return d && `<path d="${d}" fill="${fill}"/>`;
}

function rect(x: number, y: number, wide: number, high: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${fill}"/>`;
}
