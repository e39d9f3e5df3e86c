import type { FastifyRequest } from 'fastify';
import { media } from '#paths.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';

export const maxBytes = 8 * 2 ** 20;

/** Route options for a picture and a few words; 422 by Content-Length, before the body is read. */
export const pictureBody = {
  bodyLimit: 12 * 2 ** 20,
  onRequest: async ({ headers }: FastifyRequest) => {
    if (Number(headers['content-length'] ?? 0) > (maxBytes / 3) * 4 + 64 * 1024) throw pictureTooLarge();
  },
};

export function pictureTooLarge() {
  return invalid({ image: ['This is larger than 8 MB, the most for a picture. Please choose a smaller one.'] });
}

const own = new RegExp(`^${media.prefix}([0-9a-f]{40})\\.webp$`);
const start = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/;

const refusals = {
  type: 'Choose a PNG, JPEG, WebP, GIF or AVIF picture. Save a logo in SVG as PNG. For HEIC photos choose Settings, Camera, Formats, Most Compatible on the iPhone.',
  broken: 'The picture did not arrive whole. Choose it again.',
};

/**
 * Parses an `image` field: a data URL is a new picture, the address of a stored one its key; absent, null or '' is
 * 'keep'. Addresses are never fetched.
 * @throws {HttpError} 422 under `image` for anything else
 */
export function readImageField(value: unknown): 'keep' | { bytes: Uint8Array } | { key: string } {
  if (value === undefined || value === null || value === '') return 'keep';
  if (typeof value !== 'string') throw invalid({ image: [refusals.type] });
  const key = own.exec(value.slice(0, 80))?.[1];
  return key ? { key } : { bytes: bytesOfDataUrl(value) };
}

/** Errors of an `image` as those of another field. */
export function underField(field: string) {
  return (error: unknown): never => {
    const messages = error instanceof HttpError && error.fields?.image;
    throw messages ? invalid({ [field]: messages }) : error;
  };
}

export function bytesOfDataUrl(url: string, field = 'image'): Uint8Array {
  const [head] = start.exec(url.slice(0, 40)) ?? [];
  if (head === undefined) throw invalid({ [field]: [refusals.type] });
  const text = url.slice(head.length);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || !isWholeBase64(text, bytes.length)) throw invalid({ [field]: [refusals.broken] });
  return bytes;
}

/** Node's decoder skips invalid characters, which shows in the length, and accepts base64url. */
function isWholeBase64(text: string, length: number): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (
    text.length % 4 === 0 && length === (text.length / 4) * 3 - padding && !text.includes('-') && !text.includes('_')
  );
}
