import { brand } from '#brand.ts';
import type { Drawing } from '#cms/pictures/picture-store.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { wellKnown } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { cachedFile, immutableCacheControl, sendCached } from '#platform/http/cached-answers.server.ts';
import type { Site } from '../site.server.ts';
import { type AppIconName, iconPath, icons } from './icon-address.server.ts';

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
