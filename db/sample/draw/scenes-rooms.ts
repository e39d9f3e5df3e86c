import { lettering } from './lettering.ts';
import { plantPot } from './nature.ts';
import { colour, spines } from './palette.ts';
import { back, bust, looks } from './people.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, ellipse, line, moved, rect, repeat, shape, turned } from './svg.ts';

export function libraryShelf(): Drawing {
  const wall =
    rect(0, 0, 1600, 1000, '#efe9d6') + rect(0, 880, 1600, 120, '#c98b6b') + rect(0, 872, 1600, 12, colour.brick);
  const caseBack =
    rect(300, 70, 1000, 802, colour.wood) + repeat(3, (index) => rect(330, 100 + index * 254, 940, 226, '#6b4327'));
  const rows =
    shelf(344, 326, 15, 0) + shelf(344, 580, 6, 3) + globe(770, 580) + shelf(900, 580, 6, 7) + shelf(344, 834, 15, 5);
  const reader = bench() + bust(1180, 884, 1.3, looks.scarfGirl) + openBook(1180, 846);
  return drawing(1600, 1000, wall, sign(), caseBack, rows, plantPot(180, 880, 1.7), reachingBoy(), reader);
}

function shelf(x: number, foot: number, count: number, shift: number): string {
  let pen = x;
  return repeat(count, (index) => {
    const width = 44 + ((index * 37 + shift * 13) % 4) * 9;
    const height = 148 + ((index * 53 + shift * 29) % 5) * 13;
    const left = pen;
    pen += width + 4;
    if (pen > 1262) return '';
    const fill = spines[(index * 3 + shift) % spines.length] ?? colour.green;
    return (
      rect(left, foot - height, width, height, fill) +
      rect(left + 8, foot - height + 26, width - 16, 8, '#f6f1e1', { opacity: 0.75 }) +
      rect(left + 8, foot - height + 44, width - 16, 8, '#f6f1e1', { opacity: 0.75 })
    );
  });
}

function globe(x: number, foot: number): string {
  const land = shape(
    `M${x - 40} ${foot - 130}c24-22 46-8 42 14s-22 20-24 40s-34-22-18-54ZM${x + 14} ${foot - 92}c18-14 40-4 34 16s-28 24-36 12s-8-20 2-28Z`,
    colour.greenMid,
  );
  return (
    rect(x - 56, foot - 16, 112, 16, colour.floor, { rx: 6 }) +
    rect(x - 8, foot - 44, 16, 32, colour.floor) +
    circle(x, foot - 106, 66, '#9cc9d6') +
    land +
    line(`M${x - 22} ${foot - 182}A82 82 0 0 1 ${x + 30} ${foot - 30}`, colour.marigold, 9)
  );
}

function sign(): string {
  return (
    rect(1344, 150, 210, 96, colour.green, { rx: 6 }) +
    lettering('লাইব্রেরি', { x: 1449, y: 212, size: 46, fill: '#ffffff', font: 'bold', anchor: 'middle' })
  );
}

function bench(): string {
  return (
    rect(960, 876, 440, 34, colour.desk) + rect(990, 906, 30, 94, colour.wood) + rect(1340, 906, 30, 94, colour.wood)
  );
}

function reachingBoy(): string {
  const arm =
    line('M610 860C640 800 650 720 634 610', colour.paper, 52, { 'stroke-linecap': 'round' }) +
    line('M634 620L628 566', colour.skin, 30, { 'stroke-linecap': 'round' });
  return back(530, 1020, 1.4, looks.boy) + arm;
}

function openBook(x: number, y: number): string {
  return moved(
    x,
    y,
    1,
    shape('M0-10C-46-44-110-44-150-22V60C-110 38-46 38 0 70C46 38 110 38 150 60V-22C110-44 46-44 0-10Z', colour.green),
    shape('M0-22C-42-52-100-50-136-30V44C-100 26-42 26 0 56C42 26 100 26 136 44V-30C100-50 42-52 0-22Z', colour.page),
    line('M0-20V56', '#d8c69a', 6),
  );
}

export function feeCounter(): Drawing {
  const wall =
    rect(0, 0, 1600, 1000, '#ead9b8') +
    rect(0, 0, 1600, 70, colour.brick) +
    line('M20 84H1600', colour.brick, 6, { 'stroke-dasharray': '26 18' });
  const window =
    rect(392, 190, 816, 500, colour.wood) +
    rect(422, 220, 756, 470, '#3d2a1e') +
    rect(422, 220, 756, 470, '#f3e8cc', { opacity: 0.92 });
  const clerk = shelfBehind() + bust(800, 704, 1.56, looks.madam);
  const signboard =
    rect(560, 96, 480, 112, colour.green, { rx: 8 }) +
    lettering('ফি কাউন্টার', { x: 800, y: 174, size: 64, fill: '#ffffff', font: 'serif', anchor: 'middle' });
  const bars =
    repeat(9, (index) => (index > 2 && index < 6 ? '' : rect(462 + index * 82, 220, 12, 470, colour.greenDeep))) +
    rect(422, 330, 210, 12, colour.greenDeep) +
    rect(968, 330, 210, 12, colour.greenDeep);
  const counter =
    rect(240, 680, 1120, 50, colour.desk) +
    rect(240, 726, 1120, 274, colour.wood) +
    repeat(4, (index) => rect(280 + index * 266, 770, 236, 230, '#7d5030'));
  return drawing(
    1600,
    1000,
    wall,
    window,
    clerk,
    bars,
    signboard,
    counter,
    receipts(),
    back(1150, 1040, 1.5, looks.apa),
    back(420, 1050, 1.5, { ...looks.sir, cloth: colour.green }),
  );
}

function shelfBehind(): string {
  const files = repeat(10, (index) =>
    rect(
      440 + index * 72,
      250 - (index % 3) * 8 + 96,
      58,
      120 + (index % 3) * 8,
      spines[(index * 7) % spines.length] ?? colour.green,
    ),
  );
  return moved(0, -20, 1, files, rect(422, 466, 756, 14, colour.wood));
}

function receipts(): string {
  const teeth = 'l-15-18l-15 18l-15-18l-15 18l-15-18l-15 18l-15-18l-15 18';
  const slip = moved(
    92,
    14,
    1,
    turned(
      7,
      800,
      610,
      shape(`M740 520H860V700${teeth}Z`, colour.paper, { stroke: colour.ink, 'stroke-width': 5 }),
      line('M762 556H838M762 584H820M762 612H832', colour.grey, 9),
      line('M762 646H838', colour.ink, 9, { 'stroke-dasharray': '16 10' }),
    ),
  );
  const coins = repeat(4, (index) =>
    ellipse(640, 672 - index * 15, 42, 13, colour.marigold, { stroke: '#8a5d10', 'stroke-width': 4 }),
  );
  return (
    coins +
    slip +
    rect(996, 640, 150, 42, colour.floorDeep, { rx: 5 }) +
    rect(1010, 624, 150, 18, colour.marigold, { rx: 4 })
  );
}
