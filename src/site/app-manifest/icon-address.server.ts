import { createHash } from 'node:crypto';
import type { SiteSettings } from '#content/settings/schema.ts';
import { discovery } from '#paths.ts';

/** Side in pixels, and the share of it that the logo takes. */
export const icons = {
  'icon-192': { side: 192, share: 0.72 },
  'icon-512': { side: 512, share: 0.72 },
  // Maskable icons are cropped to any shape; the safe zone is a circle of 80 %.
  'maskable-512': { side: 512, share: 0.5 },
  'apple-180': { side: 180, share: 0.64 },
  // At this size the logo fills the icon.
  'favicon-48': { side: 48, share: 0.92 },
} as const;

export type AppIconName = keyof typeof icons;

/** Version of the drawing; part of the address. */
const drawingVersion = 1;

export function iconPath(name: AppIconName, { logo }: SiteSettings): string {
  const content = JSON.stringify([drawingVersion, icons[name], logo]);
  return discovery.icon(name, createHash('sha256').update(content).digest('hex').slice(0, 12));
}
