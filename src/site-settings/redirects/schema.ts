import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { line } from '#wire/fields/texts.ts';
import { textShapes } from '#wire/shapes.ts';
import { encodedTarget, plainPath } from './addresses.ts';

const path = line('old path', 2_048)
  .transform((text) => plainPath(text) ?? '')
  .refine((text) => text !== '', { error: 'Write a path of this site, such as /old-news, of at most 300 characters.' });

const address = line('new address', 2_048)
  .transform((text) => encodedTarget(text) ?? '')
  .refine((text) => text !== '', {
    error: 'Write a path of this site, such as /news, or an address that begins with https://.',
  });

const code = classic.enum(['301', '302'], { error: 'Choose 301 (for good) or 302 (for now).' }).default('301');

/** An old path, and where it leads now: 301 for good, 302 for the time being. */
export const redirectShapes = textShapes({ from_path: path, to_address: address, code });

export const redirectRecordOnWire = z.extend(redirectShapes.recordOnWire, {
  hits: z.int(),
  last_hit_at: z.nullable(z.string()),
});

/** A path that visitors asked for and nobody has; `referrer` is the host that sent the last of them, or empty. */
export const missedPathOnWire = z.object({
  path: z.string(),
  count: z.int(),
  last_at: z.string(),
  referrer: z.string(),
});
