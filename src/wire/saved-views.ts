import * as z from 'zod/mini';
import { idOnWire } from './records.ts';

/** `name` in characters; `most` views per user and list. */
export const viewLimits = { name: 60, most: 30 } as const;

export const savedViewOnWire = z.object({ id: idOnWire, name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedViewOnWire>;
