/** Small writers of SVG: numbers are rounded to one decimal, so files stay small and the same on every run. */
type Attributes = Record<string, string | number>;

export interface Drawing {
  width: number;
  height: number;
  body: string;
}

export function round(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

export function tag(name: string, attributes: Attributes, inner?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`)
    .join('');
  return inner === undefined ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string {
  return tag('rect', { x, y, width, height, fill, ...more });
}

export function circle(cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string {
  return tag('circle', { cx, cy, r, fill, ...more });
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string {
  return tag('ellipse', { cx, cy, rx, ry, fill, ...more });
}

export function shape(d: string, fill: string, more: Attributes = {}): string {
  return tag('path', { d, fill, ...more });
}

export function line(d: string, stroke: string, width: number, more: Attributes = {}): string {
  return tag('path', { d, fill: 'none', stroke, 'stroke-width': width, ...more });
}

export function group(transform: string, ...parts: string[]): string {
  return `<g transform="${transform}">${parts.join('')}</g>`;
}

/** Turned by `degrees` about a point. */
export function turned(degrees: number, x: number, y: number, ...parts: string[]): string {
  return group(`rotate(${round(degrees)} ${round(x)} ${round(y)})`, ...parts);
}

export function moved(x: number, y: number, scale: number, ...parts: string[]): string {
  const scaled = scale === 1 ? '' : `scale(${Math.round(scale * 100) / 100})`;
  return group(`translate(${round(x)} ${round(y)})${scaled}`, ...parts);
}

/** Calls `part` for 0, 1, … and joins what it draws. */
export function repeat(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('');
}

export function drawing(width: number, height: number, ...parts: string[]): Drawing {
  return { width, height, body: parts.join('') };
}

export function toSvg({ width, height, body }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}

/** A wide cut through the middle of a drawing, for a smaller place. */
export function toPoster({ width, height, body }: Drawing): string {
  const cut = Math.round((width * 9) / 16);
  const top = Math.round((height - cut) / 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 ${top} ${width} ${cut}">${body}</svg>\n`;
}
