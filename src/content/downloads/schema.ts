import * as z from 'zod/mini';
import { line } from '#api/fields/texts.ts';
import { textShapes } from '#api/shapes.ts';
import { parseUrl } from '#api/text.ts';
import { files } from '#paths.ts';

export const downloadShapes = textShapes({
  title: line('title'),
  file_url: line('address, or upload a file', 2_048).refine((address) => fileKeyOf(address) || isHttps(address), {
    error: 'Upload a file, or write an address that begins with https://.',
  }),
});

/** May be null for external files. Size in bytes, type such as `application/pdf`. */
const fileFacts = {
  file_name: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  file_type: z.nullable(z.string()),
};

export const downloadSchema = z.extend(downloadShapes.onWire, fileFacts);
export const downloadRecordSchema = z.extend(downloadShapes.recordSchema, fileFacts);

export type Download = z.infer<typeof downloadSchema>;

/** Null for an external address. */
export function fileKeyOf(address: string): string | null {
  return new RegExp(`^${files.prefix}([0-9a-f]{40})/[^/]+$`).exec(address)?.[1] ?? null;
}

/** Rejects credentials in the address: they would be published with it. */
function isHttps(text: string): boolean {
  const url = /^https:\/\/[^\s\\]+$/i.test(text) ? parseUrl(text) : null;
  return url?.username === '' && url.password === '' && url.hostname.includes('.');
}
