import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

const count = z.int();
/** In minutes, the middle of all; null where nobody was called. */
const wait = z.nullable(z.int());
const taka = z.int();

const came = { came: count, called: count, wait };

/** Of one of the staff; null is nobody, whose leads wait for somebody. `won` and `lost` in these days, whenever they came. */
const personRow = z.object({
  owner: z.nullable(z.object({ id: idOnWire, name: z.string() })),
  ...came,
  won: count,
  lost: count,
  value_won: taka,
  value_open: taka,
});

/** Of those who came in these days from there, how many are won by now. */
const sourceRow = z.object({ source: z.string(), ...came, won: count, value_won: taka });

/**
 * What came in the days from `first` to `last` (of Dhaka, both included) and what was reached in them. Imported leads did
 * not come in these days. Spam, deleted and merged leads count nowhere.
 */
export const figuresOnWire = z.object({
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
export type Figures = z.infer<typeof figuresOnWire>;
export type PersonRow = z.infer<typeof personRow>;
export type SourceRow = z.infer<typeof sourceRow>;
