import { renderToStaticMarkup } from 'react-dom/server';
import { Sprite } from './sprite.tsx';

/**
 * The sprite as HTML, each icon in one stroke: a browser makes a box for every shape of a drawing wherever a page points
 * at it, and icons have four or five shapes each.
 */
export function spriteMarkup(): string {
  return renderToStaticMarkup(<Sprite />).replace(
    /<svg [^>]*class="lucide[^>]*>(.*?)<\/svg>/g,
    (_, shapes: string) => `<path d="${oneStroke(shapes)}"/>`,
  );
}

function oneStroke(shapes: string): string {
  return shapes.replace(/<(\w+) ([^>]*)><\/\1>/g, (_, name: string, attributes: string) => {
    const draw = strokes[name];
    if (!draw) throw new Error(`An icon has a <${name}>, which is not known as a stroke`);
    return draw(
      Object.fromEntries(Array.from(attributes.matchAll(/(\w+)="([^"]*)"/g), ([, key, value]) => [key, value])),
    );
  });
}

type Attributes = Record<string, string>;

/** What the icons are made of as outlines, in units of their field of 24 by 24. */
const strokes: Record<string, (attributes: Attributes) => string> = {
  // A leading `m` goes on from the shape before, unless it is told where to start from.
  path: ({ d = '' }) => d.replace(/^m/, 'M0 0m'),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) =>
    `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0-${2 * Number(r)} 0`,
  rect: ({ x, y, width, height, rx: r }) => {
    const [across, down] = [Number(width) - 2 * Number(r), Number(height) - 2 * Number(r)];
    const corner = `a${r} ${r} 0 0 1`;
    return `M${Number(x) + Number(r)} ${y}h${across}${corner} ${r} ${r}v${down}${corner}-${r} ${r}h-${across}${corner}-${r}-${r}v-${down}${corner} ${r}-${r}z`;
  },
};
