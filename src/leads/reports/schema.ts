import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';

const count = z.int();
/** Median in minutes; null if nobody was called. */
const wait = z.nullable(z.int());
const taka = z.int();

const came = { came: count, called: count, wait };

/**
 * `owner` is null for leads without an owner. `won` and `lost` count by when the lead was closed, not when it came in.
 */
const personRow = z.object({
  owner: z.nullable(z.object({ id: idSchema, name: z.string() })),
  ...came,
  won: count,
  lost: count,
  value_won: taka,
  value_open: taka,
});

const sourceRow = z.object({ source: z.string(), ...came, won: count, value_won: taka });

/**
 * Days from `first` to `last` (Dhaka, both included). Imported leads don't count as received. Spam, deleted and merged
 * leads count nowhere.
 */
export const figuresSchema = z.object({
  first: z.string(),
  last: z.string(),
  total: z.object({
    ...came,
    not_called: count,
    imported: count,
    won: count,
    lost: count,
    value_won: taka,
    value_open: taka,
  }),
  people: z.array(personRow),
  sources: z.array(sourceRow),
});
export type Figures = z.infer<typeof figuresSchema>;
export type PersonRow = z.infer<typeof personRow>;
export type SourceRow = z.infer<typeof sourceRow>;
