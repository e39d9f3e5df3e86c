import { media } from '#paths.ts';
import { pictureWidths } from '#ui/picture.ts';
import { notFound } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';

const names = /^([0-9a-f]{40})(?:-([0-9]{3,4}))?\.(avif|webp)$/;

/** Serves stored pictures. An address never changes its bytes, so browsers keep them for a year. */
export function pictureRoutes({ http, pictures }: Foundations): void {
  http.get<{ Params: { name: string } }>(`${media.prefix}:name`, async (request, reply) => {
    const [, key, width, format] = names.exec(request.params.name) ?? [];
    if (!key || (format !== 'avif' && format !== 'webp')) throw notFound();
    if (!width && format === 'avif') throw notFound();
    if (width && !pictureWidths.some((offered) => offered === Number(width))) throw notFound();
    const etag = `"${request.params.name}"`;
    const bytes = width ? await pictures.variant(key, Number(width), format) : await pictures.original(key);
    if (!bytes) throw notFound();
    reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(`image/${format}`).send(bytes);
  });
}
