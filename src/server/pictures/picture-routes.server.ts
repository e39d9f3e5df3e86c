import { media } from '#paths.ts';
import { pictureWidths } from '#wire/picture.ts';
import { notFound } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';
import { policyOfPictures } from '../http/headers.server.ts';

const names = /^([0-9a-f]{40})(?:-([0-9]{3,4}))?\.(avif|webp)$/;

/** Serves stored pictures. An address never changes its bytes, so browsers keep them for a year. */
export function pictureRoutes({ http, pictures }: Foundations): void {
  http.get<{ Params: { name: string } }>(`${media.prefix}:name`, async (request, reply) => {
    const { name } = request.params;
    const wanted = parse(name);
    if (!wanted) throw notFound();
    const { key, width, format } = wanted;
    const etag = `"${name}"`;
    // Who has it needs nobody to read it once more: that may be a question to a bucket.
    const isKnown = request.headers['if-none-match'] === etag;
    const read = () => (width === null ? pictures.original(key) : pictures.variant(key, width, format));
    const bytes = isKnown ? null : await read();
    if (!isKnown && !bytes) throw notFound();
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', policyOfPictures);
    if (isKnown) return reply.code(304).send();
    return reply.type(`image/${format}`).send(bytes);
  });
}

/** What a name asks for: an original (always WebP), or one of the offered widths. Null for any other name. */
function parse(name: string): { key: string; width: number | null; format: 'avif' | 'webp' } | null {
  const [, key, digits, format] = names.exec(name) ?? [];
  if (!key || (format !== 'avif' && format !== 'webp')) return null;
  if (digits === undefined) return format === 'webp' ? { key, width: null, format } : null;
  const width = pictureWidths.find((offered) => String(offered) === digits);
  return width === undefined ? null : { key, width, format };
}
