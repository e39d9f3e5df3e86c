import { lettering } from './lettering.ts';
import { colour } from './palette.ts';
import { circle, ellipse, line, rect, repeat, shape, turned } from './svg.ts';

const edge = { stroke: colour.ink, 'stroke-width': 9 };

export function bookRow(): string {
  const plank = rect(46, 452, 388, 28, colour.wood);
  const red = rect(92, 158, 66, 294, colour.floorDeep) + line('M104 210H146M104 236H146', colour.cream, 9);
  const yellow = rect(162, 192, 58, 260, colour.marigold) + line('M174 400H208', '#714b04', 9);
  const green = rect(224, 138, 74, 314, colour.green) + rect(240, 174, 42, 62, '#dff1e7');
  const blue = turned(
    14,
    344,
    452,
    rect(310, 190, 64, 262, colour.blue) + line('M322 236H362M322 262H362', colour.cream, 9),
  );
  return red + yellow + green + blue + plank;
}

export function accountBook(): string {
  const book =
    rect(64, 106, 268, 374, colour.cloth) +
    line('M98 112V480', colour.cream, 9, { 'stroke-dasharray': '22 15' }) +
    rect(142, 166, 158, 96, colour.page) +
    line('M166 200H276M166 230H236', colour.cloth, 10);
  const screen = rect(272, 262, 140, 48, '#bcdacb');
  const keys = repeat(9, (index) => {
    const last = index === 8;
    return rect(272 + (index % 3) * 50, 330 + Math.floor(index / 3) * 48, 40, 34, last ? colour.flame : colour.cream, {
      rx: 4,
    });
  });
  return book + rect(246, 236, 192, 244, colour.ink, { rx: 16 }) + screen + keys;
}

export function staffCard(): string {
  const strap =
    line('M215 134C120 84 134 40 215 40S310 84 215 134', colour.floorDeep, 20) +
    rect(196, 118, 38, 34, colour.grey, { rx: 6 });
  const card =
    rect(92, 146, 246, 329, colour.paper, { ...edge, rx: 14 }) +
    shape('M96 162a12 12 0 0 1 12-12H322a12 12 0 0 1 12 12V214H96Z', colour.green) +
    rect(184, 168, 62, 14, colour.ink, { rx: 7 }) +
    rect(158, 240, 114, 122, '#b9d8ca') +
    circle(215, 284, 26, colour.green) +
    shape('M174 362C174 322 194 316 215 316S256 322 256 362Z', colour.green) +
    line('M140 396H290M164 432H266', colour.grey, 12);
  return strap + card + coins();
}

function coins(): string {
  return (
    repeat(4, (index) => {
      const y = 452 - index * 26;
      return shape(`M316 ${y}a52 16 0 0 1 104 0v4a52 16 0 0 1-104 0Z`, colour.marigold, {
        stroke: colour.ink,
        'stroke-width': 7,
      });
    }) + ellipse(368, 372, 50, 15, colour.sun, { stroke: colour.ink, 'stroke-width': 7 })
  );
}

export function certificatePaper(): string {
  const paper =
    rect(46, 180, 388, 295, colour.page, edge) +
    rect(68, 202, 344, 251, 'none', { stroke: colour.cloth, 'stroke-width': 6, 'stroke-dasharray': '20 11' }) +
    lettering('সনদ', { x: 240, y: 290, size: 76, fill: colour.cloth, font: 'serif', anchor: 'middle' }) +
    line('M122 330H300M122 364H264M122 398H220', colour.grey, 10);
  const ribbon = shape('M314 398L300 480L340 454L352 402ZM394 398L408 480L368 454L356 402Z', '#ab3415');
  const petals = repeat(10, (index) =>
    circle(354 + 48 * Math.cos(index * 0.628), 368 + 48 * Math.sin(index * 0.628), 19, colour.flame),
  );
  const seal = circle(354, 368, 48, colour.flame) + circle(354, 368, 32, colour.marigold);
  return (
    paper + ribbon + petals + seal + line('M338 368L350 381L372 355', '#714b04', 9, { 'stroke-linejoin': 'round' })
  );
}

export function monitor(): string {
  const screen =
    rect(48, 116, 384, 276, colour.ink, { rx: 14 }) +
    rect(66, 134, 348, 240, colour.lime) +
    rect(66, 134, 348, 42, colour.green) +
    repeat(3, (index) => circle(88 + index * 24, 155, 7, ['#f4f4ed', colour.marigold, colour.orange][index] ?? '')) +
    rect(170, 146, 220, 18, '#dff1e7', { rx: 9 });
  const arches = repeat(3, (index) =>
    shape(`M${130 + index * 54} 334V274a18 18 0 0 1 36 0V334Z`, index === 1 ? colour.floorDeep : '#20433a'),
  );
  const school =
    rect(112, 224, 180, 110, colour.cream) +
    rect(104, 212, 196, 18, '#d8cfb4') +
    arches +
    rect(100, 334, 204, 14, colour.brick);
  const notes =
    line('M324 226H392M324 258H392M324 290H372', colour.grey, 11) + rect(324, 322, 62, 26, colour.flame, { rx: 5 });
  return (
    shape('M204 392H276L288 456H192Z', colour.grey) +
    rect(148, 452, 184, 28, colour.ink, { rx: 8 }) +
    screen +
    school +
    notes
  );
}

export function parentPhone(): string {
  const body = rect(124, 64, 224, 416, colour.ink, { rx: 30 }) + rect(142, 88, 188, 368, colour.lime, { rx: 8 });
  const header =
    shape('M142 96a8 8 0 0 1 8-8H322a8 8 0 0 1 8 8V176H142Z', colour.green) +
    circle(184, 132, 24, colour.sun) +
    circle(184, 126, 10, colour.wood) +
    shape('M167 149C168 138 176 137 184 137S200 138 201 149A24 24 0 0 1 167 149Z', colour.wood) +
    line('M224 120H304M224 144H278', '#dff1e7', 11);
  const first =
    rect(158, 196, 128, 64, colour.mint, { rx: 12 }) +
    line('M176 228L190 242L212 216', colour.green, 10) +
    line('M228 230H266', colour.grey, 11);
  const second =
    rect(186, 276, 128, 64, '#fcf0cf', { rx: 12 }) +
    lettering('৳', { x: 216, y: 326, size: 56, fill: '#714b04', font: 'bold', anchor: 'middle' }) +
    line('M246 310H294', colour.grey, 11);
  const third = rect(158, 356, 128, 64, '#eef0e7', { rx: 12 }) + line('M178 378H262M178 400H232', colour.grey, 11);
  return body + header + first + second + third + bell();
}

function bell(): string {
  return (
    circle(352, 118, 58, colour.flame) +
    shape(
      'M352 82C330 82 324 98 324 114C324 132 318 138 314 144H390C386 138 380 132 380 114C380 98 374 82 352 82Z',
      '#ffffff',
    ) +
    shape('M342 150H362A10 10 0 0 1 342 150Z', '#ffffff')
  );
}
