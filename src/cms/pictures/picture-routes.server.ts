import { pictureWidths } from '#api/picture.ts';
import { media } from '#paths.ts';
import { policyOfPictures } from '#platform/cache/cached-response.server.ts';
import { notFound } from '#platform/errors.server.ts';
import type { AppContext } from '../context.server.ts';

const names = /^([0-9a-f]{40})(?:-([0-9]{3,4}))?\.(avif|webp)$/;

export function pictureRoutes({ http, pictures }: AppContext): void {
  http.get<{ Params: { name: string } }>(`${media.prefix}:name`, async (request, reply) => {
    const { name } = request.params;
    const parsed = parse(name);
    if (!parsed) throw notFound();
    const { key, width, format } = parsed;
    const etag = `"${name}"`;
    // A 304 needs no read, which may be a request to the bucket.
    const isNotModified = request.headers['if-none-match'] === etag;
    const read = () => (width === null ? pictures.original(key) : pictures.variant(key, width, format));
    const bytes = isNotModified ? null : await read();
    if (!isNotModified && !bytes) throw notFound();
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', policyOfPictures);
    if (isNotModified) return reply.code(304).send();
    // An animation is WebP under either name; an AVIF begins with a zero.
    return reply.type(`image/${bytes?.[0] ? 'webp' : format}`).send(bytes);
  });
}

/** Parses an original's name (always WebP) or that of an offered width; null for any other. */
function parse(name: string): { key: string; width: number | null; format: 'avif' | 'webp' } | null {
  const [, key, digits, format] = names.exec(name) ?? [];
  if (!key || (format !== 'avif' && format !== 'webp')) return null;
  if (digits === undefined) return format === 'webp' ? { key, width: null, format } : null;
  const width = pictureWidths.find((offered) => String(offered) === digits);
  return width === undefined ? null : { key, width, format };
}
