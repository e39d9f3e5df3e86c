import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { Sprite } from './sprite.tsx';
import { spriteMarkup } from './sprite-markup.server.tsx';

test('an icon in one stroke looks as its shapes do', async () => {
  // The icon set's own width is on each of its drawings; ours is on the symbol.
  const sprite = renderToStaticMarkup(createElement(Sprite)).replaceAll('stroke-width="2"', 'stroke-width="1.75"');
  const inShapes = drawingsOf(sprite);
  const inOneStroke = drawingsOf(spriteMarkup());
  expect(inShapes.filter(([, drawing]) => drawing.includes('<circle')).length).toBeGreaterThan(5);
  expect(inOneStroke.map(([name]) => name)).toEqual(inShapes.map(([name]) => name));
  for (const [index, [name, drawing]] of inShapes.entries()) {
    const [, stroke] = inOneStroke[index] as Drawing;
    expect(await difference(drawing, stroke), name).toBeLessThan(0.001);
  }
});

type Drawing = [name: string, svg: string];

function drawingsOf(sprite: string): Drawing[] {
  return Array.from(sprite.matchAll(/<symbol id="([^"]+)"(.*?)<\/symbol>/g), ([, name, rest]) => [
    name as string,
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"${rest}</svg>`,
  ]);
}

/** Of the ink, as a share of the field. */
async function difference(one: string, other: string): Promise<number> {
  const [ink, otherInk] = await Promise.all([one, other].map(inkOf));
  const sum = (ink as Buffer).reduce(
    (total, value, index) => total + Math.abs(value - ((otherInk as Buffer)[index] ?? 0)),
    0,
  );
  return sum / 255 / (ink as Buffer).length;
}

function inkOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
}
