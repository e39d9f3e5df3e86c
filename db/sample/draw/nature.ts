import { colour } from './palette.ts';
import { circle, ellipse, group, line, moved, rect, repeat, round, shape, tag } from './svg.ts';

const petal = 'M0 0C-.55-.3-.6-.95 0-1.15C.6-.95.55-.3 0 0Z';

/** Flowers that `flower` points at; a picture with flowers holds this once. */
export function flowerDefinitions(): string {
  const blossoms = [colour.flame, colour.orange].map((fill, kind) => {
    const petals = repeat(4, (index) => shape(petal, fill, { transform: `rotate(${72 * (index + 1)})` }));
    return tag('g', { id: `k${kind}` }, `${shape(petal, colour.marigold) + petals}<circle r=".2" fill="#7a1f10"/>`);
  });
  return tag('defs', {}, blossoms.join(''));
}

export function flower(x: number, y: number, size: number, turn: number, kind: 0 | 1): string {
  return `<use href="#k${kind}" transform="translate(${round(x)} ${round(y)})rotate(${round(turn)})scale(${round(size)})"/>`;
}

const blossoms: [number, number, number, number, 0 | 1][] = [
  [-118, -52, 26, 40, 0],
  [-70, -98, 30, 10, 0],
  [-14, -112, 36, 70, 1],
  [52, -124, 28, 200, 0],
  [94, -84, 34, 130, 0],
  [136, -40, 34, 20, 1],
  [-34, -58, 34, 300, 1],
  [-84, -28, 24, 160, 1],
  [32, -66, 32, 250, 0],
  [76, -34, 30, 90, 1],
  [12, -22, 24, 340, 0],
  [-46, -8, 22, 120, 0],
  [118, 0, 24, 60, 0],
];

/** A krishnachura in bloom; the origin is the foot of the trunk. */
export function krishnachura(x: number, y: number, scale: number): string {
  const trunk =
    line('M-16 0C-12-70-22-130-66-180', '#5c3a27', 24, { 'stroke-linecap': 'round' }) +
    line('M0 0V-180', '#5c3a27', 24, { 'stroke-linecap': 'round' }) +
    line('M16 0C14-70 30-130 74-180', '#5c3a27', 24, { 'stroke-linecap': 'round' });
  const leaves =
    ellipse(0, -262, 212, 106, colour.green) +
    ellipse(-116, -212, 122, 64, colour.greenMid) +
    ellipse(124, -218, 122, 66, colour.greenDeep);
  const bloom = blossoms
    .map(([bx, by, size, turn, kind]) => flower(bx * 1.5, by * 1.35 - 176, size, turn, kind))
    .join('');
  return moved(x, y, scale, ellipse(0, 4, 150, 16, '#a6cbb0'), trunk, leaves, bloom);
}

export function cloud(x: number, y: number, scale: number, fill: string): string {
  return moved(
    x,
    y,
    scale,
    shape('M-90 30a38 38 0 0 1 10-74a58 58 0 0 1 108-14a46 46 0 0 1 64 44a24 24 0 0 1-4 44Z', fill),
  );
}

export function palm(x: number, y: number, scale: number): string {
  const frond = 'M0 0C30-46 92-56 140-16C96-22 46-20 0 0Z';
  const fronds = [-8, -40, -78, -142, -172, 166]
    .map((turn, index) => group(`rotate(${turn})`, shape(frond, index % 2 === 0 ? colour.green : colour.greenMid)))
    .join('');
  return moved(x, y, scale, line('M0 0C-8-100 6-190 22-290', '#6b4a33', 20), moved(22, -290, 1, fronds));
}

export function bush(x: number, y: number, scale: number, fill: string): string {
  return moved(
    x,
    y,
    scale,
    shape('M-110 0a46 46 0 0 1 30-84a62 62 0 0 1 108-16a56 56 0 0 1 82 58a36 36 0 0 1-8 42Z', fill),
  );
}

export function sunWithHills(width: number, horizon: number): string {
  const hills = `M0 ${horizon + 30}C${width * 0.2} ${horizon - 50} ${width * 0.42} ${horizon - 20} ${width * 0.56} ${horizon + 8}S${width * 0.86} ${horizon} ${width} ${horizon - 30}V1000H0Z`;
  return circle(294, 234, 100, colour.sun) + shape(hills, colour.grass);
}

export function rain(width: number, height: number, count: number): string {
  const drops = Array.from({ length: count }, (_, index) => {
    const x = (index * 397) % width;
    const y = (index * 233) % height;
    return `M${x} ${y}l-12 44`;
  }).join('');
  return line(drops, '#ffffff', 5, { 'stroke-linecap': 'round', opacity: 0.55 });
}

export function plantPot(x: number, y: number, scale: number): string {
  const leaf = 'M0 0C-34-40-30-96 0-130C30-96 34-40 0 0Z';
  const leaves = [-44, 0, 44, -20, 22].map((turn, index) =>
    group(`rotate(${turn})`, shape(leaf, index < 3 ? colour.greenMid : colour.green)),
  );
  return moved(
    x,
    y,
    scale,
    moved(0, -74, 1, ...leaves),
    shape('M-46-84H46L34 0H-34Z', colour.flame),
    rect(-52, -92, 104, 20, '#ab3415'),
  );
}
