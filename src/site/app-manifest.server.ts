import { createHash } from 'node:crypto';
import { brand } from '#brand.ts';
import type { Drawing } from '#cms/pictures/picture-store.server.ts';
import { type SiteSettings, vendorKind } from '#content/settings/schema.ts';
import { discovery, pages, wellKnown } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { cachedFile, immutableCacheControl, sendCached } from '#platform/http/cached-answers.server.ts';
import { feedKinds, feedRoute } from './feeds.server.ts';
import type { Site } from './site.server.ts';

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

/** Icons are drawn from the vendor's logo at the first request. */
export function iconRoutes(site: Site): void {
  site.http.get<{ Params: { file: string } }>('/icon/:file', async (request, reply) => {
    const { file } = request.params;
    const name = (Object.keys(icons) as AppIconName[]).find((known) => file.startsWith(`${known}-`));
    if (!name || !/-[0-9a-f]{12}\.png$/.test(file)) throw notFound();
    const vendor = await site.vendor.current();
    const path = iconPath(name, vendor);
    if (path !== `/icon/${file}`) return reply.redirect(path, 302);
    const make = async () =>
      cachedFile(await site.pictures.draw(drawIcon(name, vendor)), 'image/png', immutableCacheControl);
    return sendCached(site, request, reply, { key: path, shows: [vendorKind], make });
  });

  // Well-known names, requested by programs that don't parse HTML.
  plainIcon(wellKnown.appleIcon, 'apple-180', 'image/png', (png) => png);
  plainIcon(wellKnown.favicon, 'favicon-48', 'image/x-icon', inIco);

  function plainIcon(path: string, name: AppIconName, type: string, wrap: (png: Buffer, side: number) => Buffer) {
    site.http.get(path, async (request, reply) => {
      const make = async () => {
        const png = await site.pictures.draw(drawIcon(name, await site.vendor.current()));
        return cachedFile(wrap(png, icons[name].side), type, 'public, max-age=86400');
      };
      return sendCached(site, request, reply, { key: path, shows: [vendorKind], make });
    });
  }
}

/** An ICO file with one PNG: a header of 6 bytes and a directory entry of 16. */
function inIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function drawIcon(name: AppIconName, { logo }: SiteSettings): Drawing {
  const { side, share } = icons[name];
  const size = Math.round(side * share);
  const edge = Math.round((side - size) / 2);
  const mark = `<g transform="translate(${edge} ${edge}) scale(${size / 40})" fill="none"><path d="M2 6.5H38M8.5 6V34.5H15.5M24.5 34.5H31.5V6" stroke="${brand.green}" stroke-width="5"/><circle cx="20" cy="20.5" r="4.8" fill="${brand.flame}"/></g>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="${brand.bg}"/>${logo ? '' : mark}</svg>`,
    layers: logo ? [{ key: logo.key, left: edge, top: edge, width: size, height: size, fit: 'contain' }] : [],
    texts: [],
    format: 'png',
  };
}

/** Side in pixels, and the share of it that the logo takes. */
const icons = {
  'icon-192': { side: 192, share: 0.72 },
  'icon-512': { side: 512, share: 0.72 },
  // Maskable icons are cropped to any shape; the safe zone is a circle of 80 %.
  'maskable-512': { side: 512, share: 0.5 },
  'apple-180': { side: 180, share: 0.64 },
  // At this size the logo fills the icon.
  'favicon-48': { side: 48, share: 0.92 },
} as const;

type AppIconName = keyof typeof icons;

/** Version of the drawing; part of the address. */
const drawingVersion = 1;

export function iconPath(name: AppIconName, { logo }: SiteSettings): string {
  const content = JSON.stringify([drawingVersion, icons[name], logo]);
  return discovery.icon(name, createHash('sha256').update(content).digest('hex').slice(0, 12));
}
