import { lettering } from './lettering.ts';
import { colour } from './palette.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, line, rect, repeat, shape, tag, turned } from './svg.ts';

export function parentPhone(): Drawing {
  return phoneInHand(phoneWords());
}

/** The same picture for posters, where words would be too small to read and too many bytes. */
export function parentPhoneWithoutWords(): Drawing {
  const dashes =
    line('M690 168H910', '#ffffff', 18) +
    line('M668 304H880M668 480H850', colour.grey, 14) +
    line('M668 352H790', colour.green, 18) +
    line('M668 528H820', '#a03317', 18);
  return phoneInHand(dashes);
}

function phoneInHand(words: string): Drawing {
  const ground = rect(0, 0, 1600, 1000, '#f7dfae') + circle(800, 560, 500, '#f3cd7f');
  const sleeve =
    shape('M700 1000C760 900 1010 890 1140 1000Z', colour.green) +
    line('M716 976C780 906 1000 900 1116 976', colour.marigold, 10, { 'stroke-dasharray': '22 14' });
  const palm = shape(
    'M548 690C530 790 580 890 720 960C860 1010 1020 960 1066 850C1092 760 1080 640 1060 500H640Z',
    colour.skin,
  );
  return drawing(1600, 1000, ground, palm, sleeve, phone(), words, fingers());
}

function phone(): string {
  const frame =
    rect(586, 66, 428, 800, colour.ink, { rx: 46 }) +
    rect(612, 118, 376, 696, colour.lime, { rx: 12 }) +
    rect(758, 88, 84, 10, '#3c4e45', { rx: 5 });
  const header = shape('M612 130a12 12 0 0 1 12-12H976a12 12 0 0 1 12 12V218H612Z', colour.green);
  const messages = rect(642, 256, 308, 142, colour.mint, { rx: 20 }) + rect(642, 430, 308, 142, '#eef0e7', { rx: 20 });
  const third = rect(642, 604, 220, 96, colour.marigold, { rx: 20 }) + line('M672 640H826M672 668H770', '#714b04', 11);
  return frame + header + messages + third;
}

function phoneWords(): string {
  const title = lettering('অভিভাবক বার্তা', { x: 800, y: 184, size: 46, fill: '#ffffff', font: 'bold', anchor: 'middle' });
  const present =
    lettering('রাইসা আজ ক্লাসে', { x: 668, y: 316, size: 36, fill: colour.ink }) +
    lettering('উপস্থিত', { x: 668, y: 370, size: 38, fill: colour.green, font: 'bold' });
  const paid =
    lettering('এ মাসের বেতন', { x: 668, y: 490, size: 36, fill: colour.ink }) +
    lettering('৳ ১,২০০ জমা', { x: 668, y: 544, size: 38, fill: '#a03317', font: 'bold' });
  return title + present + paid;
}

function fingers(): string {
  const joints = repeat(
    4,
    (index) =>
      rect(972 - index * 4, 430 + index * 88, 104 + index * 2, 76, colour.skin, { rx: 37 }) +
      rect(980 - index * 4, 446 + index * 88, 34, 44, '#c99a78', { rx: 17 }),
  );
  const thumb = turned(
    7,
    590,
    700,
    rect(518, 452, 92, 310, colour.skin, { rx: 46 }) + rect(546, 466, 46, 62, '#c99a78', { rx: 23 }),
  );
  return joints + thumb;
}

export function examPapers(): Drawing {
  const table = rect(0, 0, 1600, 1000, colour.woodLight) + line('M0 196H1600M0 500H1600M0 790H1600', '#b98148', 12);
  return drawing(1600, 1000, table, scriptPaper(), markPaper(), pencil(700, 690, 38, colour.green));
}

function scriptPaper(): string {
  const lines = [420, 352, 420, 280, 420, 350, 424, 240]
    .map((width, index) => rect(420, 320 + index * 72, width, 13, '#7c97ba'))
    .join('');
  const paper =
    rect(306, 120, 620, 900, '#000000', { opacity: 0.12 }) +
    rect(290, 104, 620, 900, colour.paper) +
    rect(372, 104, 6, 900, colour.margin);
  return turned(
    -8,
    600,
    550,
    paper,
    lettering('উত্তরপত্র', { x: 424, y: 240, size: 84, fill: colour.ink, font: 'bold' }),
    lines,
    line('M752 184L800 240L868 136', colour.red, 24, { 'stroke-linejoin': 'miter' }),
  );
}

function markPaper(): string {
  const paper = rect(944, 236, 470, 640, '#000000', { opacity: 0.12 }) + rect(930, 222, 470, 640, colour.cream);
  const mark =
    circle(1165, 400, 112, 'none', { stroke: colour.red, 'stroke-width': 17 }) +
    lettering('৯৬', { x: 1165, y: 446, size: 132, fill: colour.red, font: 'serif', anchor: 'middle' });
  return turned(
    8,
    1165,
    540,
    paper,
    mark,
    rect(986, 590, 358, 18, '#a3a89f'),
    rect(986, 664, 300, 18, '#a3a89f'),
    rect(986, 738, 330, 18, '#a3a89f'),
  );
}

/** A pencil from its end towards its point. */
function pencil(x: number, y: number, degrees: number, fill: string): string {
  return turned(
    degrees,
    x,
    y,
    rect(x, y, 44, 44, '#e4967f', { rx: 10 }),
    rect(x + 30, y, 26, 44, colour.grey),
    rect(x + 52, y, 340, 44, fill),
    rect(x + 52, y + 15, 340, 14, '#ffffff', { opacity: 0.16 }),
    shape(`M${x + 392} ${y}L${x + 462} ${y + 22}L${x + 392} ${y + 44}Z`, '#f0d9ac'),
    shape(`M${x + 440} ${y + 15}L${x + 462} ${y + 22}L${x + 440} ${y + 29}Z`, colour.ink),
  );
}

export function attendanceLedger(): Drawing {
  const book =
    rect(196, 156, 1240, 720, '#000000', { opacity: 0.1 }) +
    rect(176, 132, 1240, 720, colour.cloth) +
    rect(206, 162, 1180, 660, colour.page);
  const spine = rect(788, 162, 16, 660, '#d8c69a') + rect(772, 162, 16, 660, '#f4ecd4');
  const margins =
    rect(318, 162, 6, 660, colour.margin) +
    rect(330, 162, 3, 660, colour.margin) +
    rect(906, 162, 6, 660, colour.margin);
  const rules = repeat(
    9,
    (index) => rect(222, 226 + index * 68, 548, 4, colour.rule) + rect(820, 226 + index * 68, 550, 4, colour.rule),
  );
  return drawing(
    1600,
    1000,
    rect(0, 0, 1600, 1000, '#e4ead9'),
    turned(-4.5, 796, 490, book, rules, margins, spine, names(), marks()),
    pencil(1086, 168, 20, colour.blue),
  );
}

function names(): string {
  return [190, 150, 210, 166, 200, 144, 186, 160]
    .map(
      (width, index) =>
        rect(356, 258 + index * 68, width, 15, '#3f4a44', { rx: 6 }) +
        rect(240, 258 + index * 68, 44, 15, '#9aa39d', { rx: 6 }),
    )
    .join('');
}

const pages = ['ppppap', 'papppp', 'pppppp', 'ppappp', 'pppppp', 'pppapp', 'appppp', 'pppppp'];

/** Presence of a class: a tick, or the first letter of the word for absent. */
function marks(): string {
  const tick = line('M-12-2L-3 9L13-13', colour.green, 7, { id: 'tick' });
  const absent = tag(
    'g',
    { id: 'absent' },
    lettering('অ', { x: 0, y: 16, size: 42, fill: colour.red, font: 'bold', anchor: 'middle' }),
  );
  const placed = pages.map((row, line) =>
    [...row].map((mark, day) => dayMark(mark === 'a', 956 + day * 70, 266 + line * 68)).join(''),
  );
  return tag('defs', {}, tick + absent) + placed.join('');
}

function dayMark(absent: boolean, x: number, y: number): string {
  return `<use href="#${absent ? 'absent' : 'tick'}" x="${x}" y="${y}"/>`;
}
