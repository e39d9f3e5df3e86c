// @module-tag full
import { expect, test } from 'vitest';
import { scrollThrough, soon } from './helpers/page.ts';
import { openSite, phone } from './helpers/site.ts';

const site = openSite({ content: 'fresh sample' });

test('the very first visitor sees every picture, each drawn when it is first asked for', async () => {
  const page = await site.visit('/', { width: phone, reducedMotion: 'reduce' });
  await scrollThrough(page);
  const pictures = page.locator('main img');
  expect(await pictures.count()).toBeGreaterThan(40);
  await soon(() => pictures.evaluateAll(stillToCome), 40_000).toEqual([]);
}, 90_000);

function stillToCome(all: Element[]): string[] {
  const asked = (all as HTMLImageElement[]).filter((img) => img.currentSrc !== '');
  return asked.filter((img) => !img.complete || img.naturalWidth === 0).map((img) => img.currentSrc);
}
