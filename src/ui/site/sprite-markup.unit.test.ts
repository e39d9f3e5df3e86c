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
  expect([...inShapes.values()].filter((drawing) => drawing.includes('<circle')).length).toBeGreaterThan(5);
  expect([...inOneStroke.keys()]).toEqual([...inShapes.keys()]);
  for (const [name, drawing] of inShapes)
    expect(await difference(drawing, inOneStroke.get(name) ?? ''), name).toBeLessThan(0.001);
});

/** Each symbol as a picture of its own, by its name. */
function drawingsOf(sprite: string): Map<string, string> {
  return new Map(
    Array.from(sprite.matchAll(/<symbol id="([^"]+)"(.*?)<\/symbol>/g), ([, name = '', rest]) => [
      name,
      `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"${rest}</svg>`,
    ]),
  );
}

/** Of the ink, as a share of the field. */
async function difference(one: string, other: string): Promise<number> {
  const [ink, otherInk] = await Promise.all([inkOf(one), inkOf(other)]);
  const sum = ink.reduce((total, value, index) => total + Math.abs(value - (otherInk[index] ?? 0)), 0);
  return sum / 255 / ink.length;
}

function inkOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer();
}
