import { colour } from './palette.ts';
import { bust, looks } from './people.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, ellipse, line, moved, rect, repeat, shape, turned } from './svg.ts';

export function scienceLab(): Drawing {
  const wall = rect(0, 0, 1600, 1000, '#e1ebe6') + rect(0, 0, 1600, 8, '#c9d8d1');
  const bench =
    rect(0, 760, 1600, 48, colour.desk) +
    rect(0, 800, 1600, 200, colour.wood) +
    repeat(
      4,
      (index) =>
        rect(70 + index * 380, 840, 320, 160, '#7d5030', { rx: 6 }) +
        circle(230 + index * 380, 900, 12, colour.marigold),
    );
  const students =
    bust(500, 770, 1.5, looks.girl) + bust(1130, 770, 1.5, looks.boy) + goggles(500, 770) + goggles(1130, 770);
  return drawing(
    1600,
    1000,
    wall,
    chart(),
    jars(),
    students,
    bench,
    testTubes(120, 760),
    flask(640, 764, colour.leaf),
    burner(816, 764),
    flask(994, 764, colour.marigold),
    microscope(1380, 762),
  );
}

function chart(): string {
  const orbits = [0, 60, 120]
    .map((turn) =>
      turned(turn, 800, 250, ellipse(800, 250, 150, 52, 'none', { stroke: colour.leaf, 'stroke-width': 8 })),
    )
    .join('');
  return (
    rect(570, 60, 460, 386, colour.wood) +
    rect(588, 78, 424, 350, colour.slate) +
    orbits +
    circle(800, 250, 24, colour.marigold) +
    circle(950, 250, 13, colour.chalk) +
    circle(726, 120, 13, colour.chalk) +
    circle(726, 380, 13, colour.chalk)
  );
}

function jars(): string {
  const jar = (x: number, fill: string, level: number): string =>
    rect(x, 166, 84, 124, '#f6faf8', { rx: 10 }) +
    rect(x + 8, 290 - level, 68, level - 8, fill, { rx: 6 }) +
    rect(x + 6, 146, 72, 24, colour.grey, { rx: 4 });
  const left = jar(130, colour.leaf, 80) + jar(240, colour.blush, 60) + jar(350, colour.marigold, 96);
  const right = jar(1130, '#9cc9d6', 90) + jar(1240, colour.leaf, 56) + jar(1350, colour.orange, 76);
  return left + right + rect(100, 290, 370, 20, colour.wood) + rect(1100, 290, 370, 20, colour.wood);
}

function goggles(x: number, foot: number): string {
  return moved(
    x,
    foot,
    1.5,
    line('M-52-206H52', '#20302a', 9),
    rect(-42, -222, 38, 32, '#cfe6ee', { rx: 10, stroke: '#20302a', 'stroke-width': 6 }),
    rect(4, -222, 38, 32, '#cfe6ee', { rx: 10, stroke: '#20302a', 'stroke-width': 6 }),
  );
}

function flask(x: number, foot: number, fill: string): string {
  const glass = `M${x - 24} ${foot - 220}V${foot - 140}L${x - 88} ${foot - 24}Q${x - 92} ${foot} ${x - 66} ${foot}H${x + 66}Q${x + 92} ${foot} ${x + 88} ${foot - 24}L${x + 24} ${foot - 140}V${foot - 220}Z`;
  const liquid = shape(
    `M${x - 58} ${foot - 78}H${x + 58}L${x + 84} ${foot - 28}Q${x + 86} ${foot - 6} ${x + 64} ${foot - 6}H${x - 64}Q${x - 86} ${foot - 6} ${x - 84} ${foot - 28}Z`,
    fill,
  );
  return (
    shape(glass, '#f4faf8', { opacity: 0.92 }) +
    liquid +
    circle(x - 20, foot - 46, 9, '#ffffff', { opacity: 0.7 }) +
    circle(x + 22, foot - 30, 6, '#ffffff', { opacity: 0.7 }) +
    line(glass, '#5d7a72', 6) +
    rect(x - 34, foot - 232, 68, 16, '#5d7a72', { rx: 8 })
  );
}

function burner(x: number, foot: number): string {
  return (
    rect(x - 56, foot - 18, 112, 18, colour.ink, { rx: 6 }) +
    rect(x - 14, foot - 116, 28, 100, colour.grey) +
    shape(
      `M${x} ${foot - 230}C${x + 44} ${foot - 180} ${x + 40} ${foot - 124} ${x} ${foot - 116}C${x - 40} ${foot - 124} ${x - 44} ${foot - 180} ${x} ${foot - 230}Z`,
      colour.blue,
    ) +
    shape(`M${x} ${foot - 184}c20 26 18 56 0 64c-18-8-20-38 0-64Z`, colour.sun)
  );
}

function testTubes(x: number, foot: number): string {
  const fills = [colour.flame, colour.leaf, colour.marigold, colour.blue];
  const tubes = fills
    .map(
      (fill, index) =>
        rect(x + 26 + index * 58, foot - 196, 38, 180, '#f4faf8', { rx: 19 }) +
        rect(x + 32 + index * 58, foot - 104 - index * 12, 26, 84 + index * 12, fill, { rx: 13 }),
    )
    .join('');
  return (
    tubes +
    rect(x, foot - 130, 268, 22, colour.wood) +
    rect(x, foot - 20, 268, 20, colour.wood) +
    rect(x, foot - 130, 18, 130, colour.wood) +
    rect(x + 250, foot - 130, 18, 130, colour.wood)
  );
}

function microscope(x: number, foot: number): string {
  const arm = line(
    `M${x - 10} ${foot - 30}C${x + 100} ${foot - 60} ${x + 90} ${foot - 220} ${x - 6} ${foot - 236}`,
    colour.ink,
    28,
    { 'stroke-linecap': 'round' },
  );
  const tube = turned(
    -24,
    x - 20,
    foot - 220,
    rect(x - 48, foot - 320, 56, 180, colour.green, { rx: 8 }),
    rect(x - 40, foot - 352, 40, 36, colour.ink, { rx: 6 }),
    rect(x - 36, foot - 142, 32, 40, colour.grey),
  );
  return (
    rect(x - 100, foot - 30, 196, 30, colour.ink, { rx: 10 }) +
    arm +
    tube +
    rect(x - 70, foot - 98, 110, 16, colour.ink)
  );
}
