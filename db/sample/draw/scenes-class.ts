import { lettering } from './lettering.ts';
import { plantPot } from './nature.ts';
import { colour } from './palette.ts';
import type { Look } from './people.ts';
import { back, bust, looks } from './people.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, line, rect, repeat, shape, tag } from './svg.ts';

export function classroom(): Drawing {
  const wall = rect(0, 0, 1600, 1080, '#eaeddc') + rect(0, 814, 1600, 190, colour.brick);
  const letters = lettering('অ আ ই ঈ', { x: 800, y: 336, size: 136, fill: colour.chalk, anchor: 'middle' });
  const chalk = line('M420 438H1186M420 510H986', '#b3c2bc', 11, {
    'stroke-dasharray': '50 24',
    'stroke-linecap': 'round',
  });
  const board =
    rect(282, 128, 1036, 496, colour.wood) +
    rect(310, 156, 980, 440, colour.slate) +
    letters +
    chalk +
    rect(560, 620, 480, 18, '#6f4526') +
    rect(900, 608, 54, 12, colour.chalk) +
    rect(640, 602, 82, 18, colour.flame);
  const pupils: Look[] = [looks.boy, looks.girl, looks.boy, looks.scarfGirl, looks.girl];
  const row = pupils.map((look, index) => back(188 + index * 312, 1004, 1.08, look)).join('');
  return drawing(
    1600,
    1080,
    wall,
    shutter(8, 178),
    windowPane(1398, 178),
    board,
    row,
    rect(0, 1000, 1600, 80, colour.desk),
    rect(0, 1000, 1600, 12, '#c08a55'),
  );
}

function shutter(x: number, y: number): string {
  return (
    rect(x - 12, y - 12, 218, 370, '#d3d9c4') +
    rect(x, y, 194, 346, colour.green) +
    repeat(9, (index) => rect(x + 12, y + 22 + index * 36, 170, 15, colour.greenMid)) +
    rect(x + 93, y, 8, 346, colour.greenDeep)
  );
}

function windowPane(x: number, y: number): string {
  const leaf = shape(`M${x + 110} ${y + 346}c10-90 30-130 84-150V${y + 346}Z`, '#8fc0a0');
  return (
    rect(x - 12, y - 12, 218, 370, '#d3d9c4') +
    rect(x, y, 194, 346, colour.pane) +
    leaf +
    rect(x, y + 162, 194, 16, colour.green) +
    rect(x + 89, y, 16, 346, colour.green)
  );
}

export function teacherTraining(): Drawing {
  const screen = rect(384, 70, 832, 464, colour.wood) + rect(408, 94, 784, 416, colour.paper);
  const slide =
    rect(486, 170, 292, 42, colour.green) +
    rect(486, 248, 400, 24, colour.greyLight) +
    rect(486, 304, 334, 24, colour.greyLight) +
    rect(486, 360, 370, 24, colour.greyLight) +
    rect(936, 438, 200, 8, colour.ink);
  const bars = [
    [944, 116],
    [996, 188],
    [1048, 148],
    [1100, 236],
  ]
    .map(([x = 0, height = 0], index) => rect(x, 438 - height, 36, height, index === 3 ? colour.flame : colour.leaf))
    .join('');
  const people: Look[] = [looks.madam, looks.sir, looks.apa, looks.hujur];
  const row = people.map((look, index) => bust(270 + index * 354, 800, 1.22, look)).join('');
  const laptops = repeat(4, (index) => laptop(270 + index * 354, 850));
  return drawing(
    1600,
    1000,
    rect(0, 0, 1600, 1000, '#dbe7ee'),
    screen,
    slide,
    bars,
    row,
    rect(0, 786, 1600, 214, colour.wood),
    rect(0, 786, 1600, 14, '#a06a3f'),
    laptops,
  );
}

function laptop(x: number, y: number): string {
  return (
    rect(x - 92, y - 134, 184, 124, '#2d3f3a', { rx: 10 }) +
    circle(x, y - 74, 13, '#55675f') +
    rect(x - 118, y - 14, 236, 22, '#465850', { rx: 8 })
  );
}

const subjects = ['বাংলা', 'গণিত', 'ইংরেজি', 'বিজ্ঞান', 'ধর্ম', 'চারু'];
const days = ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহ'];
const week = [
  [0, 1, 2, 3, 0],
  [1, 3, 0, 2, 4],
  [2, 0, 5, 1, 1],
];
const tints = ['#ddf3e6', '#fcf0cf', '#e2f1fc', '#feeae0', '#eef0e7', '#f3dfe6'];

export function routineBoard(): Drawing {
  const wall =
    rect(0, 0, 1600, 1000, '#e6e3d0') + rect(0, 760, 1600, 240, colour.brick) + rect(0, 752, 1600, 14, '#d8cfb4');
  const frame =
    rect(292, 76, 1016, 590, '#000000', { opacity: 0.08, transform: 'translate(14 16)' }) +
    rect(292, 76, 1016, 590, colour.wood) +
    rect(318, 102, 964, 538, colour.paper);
  const title =
    rect(318, 102, 964, 112, colour.green) +
    lettering('ক্লাস রুটিন', { x: 800, y: 180, size: 68, fill: '#ffffff', font: 'serif', anchor: 'middle' });
  const pupils =
    back(560, 1010, 1.35, looks.boy) + back(840, 1030, 1.4, looks.girl) + back(1100, 1010, 1.32, looks.scarfGirl);
  return drawing(1600, 1000, wall, frame, title, weekGrid(), plantPot(170, 850, 1.5), pupils, plantPot(1440, 850, 1.5));
}

function weekGrid(): string {
  // Subjects return through the week, so each word is outlined once.
  const words = subjects.map((subject, index) =>
    tag('g', { id: `s${index}` }, lettering(subject, { x: 86, y: 61, size: 38, fill: '#3c4e45', anchor: 'middle' })),
  );
  const heads = days
    .map((day, index) =>
      lettering(day, { x: 426 + index * 187, y: 268, size: 42, fill: colour.ink, font: 'bold', anchor: 'middle' }),
    )
    .join('');
  const cells = week
    .map((row, line) => row.map((subject, day) => cell(subject, 340 + day * 187, 296 + line * 112)).join(''))
    .join('');
  return tag('defs', {}, words.join('')) + heads + cells;
}

function cell(subject: number, x: number, y: number): string {
  return `${rect(x, y, 172, 96, tints[subject] ?? colour.mint, { rx: 8 })}<use href="#s${subject}" x="${x}" y="${y}"/>`;
}

export function computerLab(): Drawing {
  const wall = rect(0, 0, 1600, 1000, '#dfe8e6') + rect(0, 640, 1600, 360, '#c9d6d2');
  const windows = repeat(3, (index) => roomWindow(210 + index * 470, 96));
  const machines = repeat(3, (index) => screenSet(330 + index * 470, 640, index));
  const pupils: Look[] = [looks.girl, looks.boy, looks.scarfGirl];
  const row = pupils.map((look, index) => stool(330 + index * 470) + back(330 + index * 470, 960, 1.3, look)).join('');
  return drawing(
    1600,
    1000,
    wall,
    windows,
    rect(60, 640, 1480, 38, colour.desk),
    rect(60, 670, 1480, 12, '#8a5a34'),
    rect(100, 682, 34, 318, colour.wood),
    rect(1466, 682, 34, 318, colour.wood),
    machines,
    row,
  );
}

function roomWindow(x: number, y: number): string {
  return (
    rect(x, y, 240, 210, colour.cream) +
    rect(x + 14, y + 14, 212, 182, colour.pane) +
    shape(`M${x + 14} ${y + 196}v-50c40-30 80-30 110-8c30-26 70-22 102 4v54Z`, '#9fcbac') +
    rect(x + 113, y + 14, 14, 182, colour.green) +
    rect(x + 14, y + 98, 212, 12, colour.green)
  );
}

function screenSet(x: number, y: number, index: number): string {
  const content = [
    line(`M${x - 120} ${y - 230}h90M${x - 120} ${y - 196}h150M${x - 120} ${y - 162}h120`, colour.leaf, 15),
    repeat(4, (bar) =>
      rect(x - 110 + bar * 60, y - 150 - bar * 26, 38, 30 + bar * 26, bar === 3 ? colour.orange : colour.leaf),
    ),
    lettering('অ আ ক খ', { x, y: y - 160, size: 62, fill: colour.marigold, anchor: 'middle' }),
  ][index];
  return (
    rect(x - 170, y - 290, 340, 224, colour.ink, { rx: 14 }) +
    rect(x - 152, y - 272, 304, 186, '#20433a') +
    (content ?? '') +
    shape(`M${x - 36} ${y - 66}h72l12 54h-96Z`, '#7b857f') +
    rect(x - 84, y - 14, 168, 16, '#55655c', { rx: 6 })
  );
}

function stool(x: number): string {
  return (
    rect(x - 124, 946, 248, 24, colour.floor, { rx: 10 }) +
    rect(x - 100, 966, 22, 60, colour.floorDeep) +
    rect(x + 78, 966, 22, 60, colour.floorDeep)
  );
}
