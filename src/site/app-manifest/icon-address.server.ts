import { createHash } from 'node:crypto';
import { discovery } from '#paths.ts';
import type { SiteSettings } from '#site-settings/schema.ts';

/** Icons of the site on a phone's home screen: pixels of a side, and how much of it the logo takes. */
export const icons = {
  'icon-192': { side: 192, share: 0.72 },
  'icon-512': { side: 512, share: 0.72 },
  // Phones cut a maskable icon to any shape; a circle of four fifths stays in each of them.
  'maskable-512': { side: 512, share: 0.5 },
  'apple-180': { side: 180, share: 0.64 },
  // Small: the logo needs all of it.
  'favicon-48': { side: 48, share: 0.92 },
} as const;

export type IconName = keyof typeof icons;

/** Counts the looks of icons. */
const look = 1;

export function iconPath(name: IconName, { logo }: SiteSettings): string {
  const shown = JSON.stringify([look, icons[name], logo]);
  return discovery.icon(name, createHash('sha256').update(shown).digest('hex').slice(0, 12));
}
