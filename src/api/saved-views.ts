import * as z from 'zod/mini';
import { idSchema } from './records.ts';

/** `name` in characters; `most` views per user and list. */
export const viewLimits = { name: 60, most: 30 } as const;

export const savedViewSchema = z.object({ id: idSchema, name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;
