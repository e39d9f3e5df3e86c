import { brand } from '#brand.ts';
import { discovery, pages } from '#paths.ts';
import { feedKinds, feedRoute } from '../feeds/route.server.ts';
import type { Site } from '../site.server.ts';
import { type AppIconName, iconPath } from './icon-address.server.ts';

export function appManifest(site: Site): void {
  feedRoute(site, discovery.appManifest, feedKinds.vendor, 'application/manifest+json; charset=utf-8', async () => {
    const vendor = await site.vendor.current();
    const icon = (name: AppIconName, side: number, purpose: 'any' | 'maskable') => ({
      src: iconPath(name, vendor),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    });
    return JSON.stringify({
      id: pages.home,
      name: vendor.name,
      short_name: vendor.name,
      description: vendor.tagline,
      lang: 'bn',
      dir: 'ltr',
      start_url: pages.home,
      scope: pages.home,
      display: 'minimal-ui',
      background_color: brand.bg,
      theme_color: brand.bg,
      icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    });
  });
}
