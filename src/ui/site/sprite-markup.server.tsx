import { renderToStaticMarkup } from 'react-dom/server';
import { Sprite } from './sprite.tsx';

/**
 * The sprite as HTML, with one path per icon: a browser creates a box for every shape wherever an icon is used, and
 * icons have four or five shapes.
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

/** The shapes of an icon as path data, in units of its 24 by 24 view box. */
const strokes: Record<string, (attributes: Attributes) => string> = {
  // A leading `m` would be relative to the shape before.
  path: ({ d = '' }) => d.replace(/^m/, 'M0 0m'),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  circle: ({ cx, cy, r }) =>
    `M${Number(cx) - Number(r)} ${cy}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0-${2 * Number(r)} 0`,
  rect: ({ x, y, width, height, rx }) => {
    const [across, down] = [Number(width) - 2 * Number(rx), Number(height) - 2 * Number(rx)];
    const corner = `a${rx} ${rx} 0 0 1`;
    return `M${Number(x) + Number(rx)} ${y}h${across}${corner} ${rx} ${rx}v${down}${corner}-${rx} ${rx}h-${across}${corner}-${rx}-${rx}v-${down}${corner} ${rx}-${rx}z`;
  },
};
