import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { line } from '#api/fields/texts.ts';
import { textShapes } from '#api/shapes.ts';
import { encodeTarget, normalisePath } from './addresses.ts';

const path = line('old path', 2_048)
  .transform((text) => normalisePath(text) ?? '')
  .refine((text) => text !== '', { error: 'Write a path of this site, such as /old-news, of at most 300 characters.' });

const address = line('new address', 2_048)
  .transform((text) => encodeTarget(text) ?? '')
  .refine((text) => text !== '', {
    error: 'Write a path of this site, such as /news, or an address that begins with https://.',
  });

const code = classic.enum(['301', '302'], { error: 'Choose 301 (for good) or 302 (for now).' }).default('301');

/** `code`: 301 permanent, 302 temporary. */
export const redirectShapes = textShapes({ from_path: path, to_address: address, code });

export const redirectRecordSchema = z.extend(redirectShapes.recordSchema, {
  hits: z.int(),
  last_hit_at: z.nullable(z.string()),
});

/** An unknown path; `referrer` is the host of the latest request's referrer, or empty. */
export const missedPathSchema = z.object({
  path: z.string(),
  count: z.int(),
  last_at: z.string(),
  referrer: z.string(),
});
