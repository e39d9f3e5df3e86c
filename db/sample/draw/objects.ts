import type { FeaturePicture } from '../types.ts';
import { lettering } from './lettering.ts';
import { accountBook, bookRow, certificatePaper, monitor, parentPhone, staffCard } from './objects-more.ts';
import { colour } from './palette.ts';
import type { Drawing } from './svg.ts';
import { circle, drawing, line, rect, repeat, shape, turned } from './svg.ts';

const edge = { stroke: colour.ink, 'stroke-width': 9 };

/** Every object stands on the lower edge, because the site puts it on a sill. */
function standing(...parts: string[]): Drawing {
  return drawing(480, 480, ...parts);
}

export const objects: Record<FeaturePicture, () => Drawing> = {
  'feature-admission': () => standing(applicationForm()),
  'feature-attendance': () => standing(register()),
  'feature-fees': () => standing(receipt()),
  'feature-results': () => standing(resultSheet()),
  'feature-routine': () => standing(routineGrid()),
  'feature-notice': () => standing(speechBubbles()),
  'feature-library': () => standing(bookRow()),
  'feature-accounts': () => standing(accountBook()),
  'feature-staff': () => standing(staffCard()),
  'feature-certificate': () => standing(certificatePaper()),
  'feature-website': () => standing(monitor()),
  'feature-app': () => standing(parentPhone()),
};

function bar(x: number, y: number, width: number, fill: string = colour.grey, height = 11): string {
  return rect(x, y, width, height, fill);
}

function applicationForm(): string {
  const paper =
    rect(104, 106, 258, 352, colour.paper, edge) +
    rect(136, 142, 80, 90, '#b9d8ca') +
    circle(176, 174, 18, colour.green) +
    shape('M148 232C148 204 162 198 176 198S204 204 204 232Z', colour.green) +
    bar(240, 152, 92) +
    bar(240, 186, 66) +
    bar(136, 268, 194) +
    bar(136, 304, 194) +
    bar(136, 340, 128) +
    bar(136, 376, 96);
  const badge =
    circle(352, 402, 62, colour.flame) +
    line('M322 404L344 426L384 380', '#ffffff', 15, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  return turned(-4, 233, 458, paper) + badge;
}

const marks = ['ppppa', 'ppapp', 'apppp', 'pppap'];

function register(): string {
  const rows = marks
    .map((row, index) => {
      const y = 236 + index * 60;
      const ticks = [...row]
        .map((mark, column) => (mark === 'p' ? tick(204 + column * 42, y) : cross(204 + column * 42, y)))
        .join('');
      return bar(94, y - 6, 46, colour.ink) + ticks + rect(80, y + 28, 320, 4, colour.rule);
    })
    .join('');
  const margin = rect(160, 196, 6, 276, colour.margin);
  const cover =
    rect(74, 126, 332, 70, colour.floorDeep) + line('M100 161H380', '#ffffff', 8, { 'stroke-dasharray': '20 14' });
  return rect(74, 126, 332, 349, colour.paper) + margin + rows + cover + rect(74, 126, 332, 349, 'none', edge);
}

function tick(x: number, y: number): string {
  return line(`M${x - 14} ${y}L${x - 4} ${y + 11}L${x + 14} ${y - 12}`, colour.green, 9);
}

function cross(x: number, y: number): string {
  return line(`M${x - 10} ${y - 10}L${x + 10} ${y + 10}M${x + 10} ${y - 10}L${x - 10} ${y + 10}`, colour.red, 9);
}

function receipt(): string {
  const teeth = repeat(6, (index) => `L${329 - 19 - index * 38} 440L${329 - 38 - index * 38} 466`);
  const paper = shape(`M101 92H329V466${teeth}Z`, colour.paper, { ...edge, 'stroke-linejoin': 'miter' });
  const lines =
    bar(138, 140, 150) +
    bar(138, 184, 92) +
    bar(138, 228, 118) +
    bar(138, 272, 74) +
    line('M138 338H262', colour.ink, 12, { 'stroke-dasharray': '24 14' });
  const coin =
    circle(332, 340, 80, colour.marigold, edge) +
    lettering('৳', { x: 330, y: 380, size: 122, fill: '#714b04', font: 'bold', anchor: 'middle' });
  return paper + lines + coin;
}

function resultSheet(): string {
  const bars = [
    [122, 308],
    [188, 254],
    [254, 220],
    [320, 168],
  ]
    .map(([x = 0, y = 0], index) => rect(x, y, 42, 396 - y, index === 3 ? colour.green : colour.leaf))
    .join('');
  const badge =
    circle(150, 186, 66, colour.flame) +
    lettering('A+', { x: 150, y: 208, size: 64, fill: '#ffffff', font: 'latin', anchor: 'middle' });
  return rect(84, 116, 312, 359, colour.paper, edge) + bars + rect(114, 416, 252, 9, colour.ink) + badge;
}

function routineGrid(): string {
  const cells =
    rect(182, 218, 108, 86, colour.marigold) +
    rect(290, 304, 108, 86, '#a5cfbc') +
    rect(74, 390, 108, 85, colour.blush);
  const ruled = line('M74 304H398M74 390H398M182 140V475M290 140V475', colour.ink, 7);
  const head = rect(74, 140, 324, 78, colour.green) + line('M104 179H152M212 179H260M320 179H368', '#ffffff', 11);
  return rect(74, 140, 324, 335, colour.paper) + cells + head + ruled + rect(74, 140, 324, 335, 'none', edge);
}

function speechBubbles(): string {
  const large =
    shape('M66 96H350V306H182L122 372V306H66Z', colour.green) +
    line('M112 160H304M112 202H276M112 244H204', '#dff1e7', 15);
  const small = shape('M226 238H436V400H398L398 472L330 400H226Z', colour.paper, {
    ...edge,
    'stroke-linejoin': 'round',
  });
  return (
    large +
    small +
    line('M272 314L308 352L374 276', colour.flame, 17, { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
  );
}
