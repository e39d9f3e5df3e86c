import * as z from 'zod/mini';
import { idOnWire } from './records.ts';

/** Characters of a name, and how many views of a list one person may have. */
export const viewLimits = { name: 60, most: 30 } as const;

/** What somebody looks at often: a filter as the address has it, with a name. */
export const savedViewOnWire = z.object({ id: idOnWire, name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof savedViewOnWire>;
