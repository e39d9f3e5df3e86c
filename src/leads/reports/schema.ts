import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';

/** First and last day, both included: YYYY-MM-DD in Dhaka. */
const period = { first: z.string(), last: z.string() };
export interface Period {
  first: string;
  last: string;
}

const text = z.nullable(z.string());
const count = z.int();
const taka = z.int();
/** `wait` is the median in minutes; null if nobody was called. */
const came = { came: count, called: count, wait: z.nullable(z.int()) };
/** Counted by when the lead was closed, not when it came in. */
const closed = { won: count, lost: count, value_won: taka, value_open: taka };

/** Imported leads don't count as received. Spam, deleted and merged leads count nowhere. */
export const figuresSchema = z.object({
  ...period,
  total: z.object({ ...came, not_called: count, imported: count, ...closed }),
  /** `owner` is null for leads without an owner. */
  people: z.array(z.object({ owner: z.nullable(z.object({ id: idSchema, name: z.string() })), ...came, ...closed })),
  sources: z.array(z.object({ source: z.string(), ...came, won: count, value_won: taka })),
});
export type Figures = z.infer<typeof figuresSchema>;

const steps = { view: count, opened: count, sent: count, contacted: count, won: count };
const funnelRow = z.object({ label: z.string(), ...steps });
export type FunnelRow = z.infer<typeof funnelRow>;

const lead = { id: z.int(), name: z.string(), institute_name: z.string(), number: z.string() };

const week = z.object({ ...period, came: count, called_in_a_day: count, won: count, lost: count });
export type WeekCounts = z.infer<typeof week>;

/** The seven days up to today, against the seven before. */
const weeks = z.object({
  now: week,
  before: week,
  /** Why leads were lost, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count })),
  /** Who waits longest for a first call, and with whom. */
  waiting: z.array(z.object({ id: idSchema, institute_name: z.string(), created_at: z.string(), owner: text })),
});
export type Weeks = z.infer<typeof weeks>;

/** Sales today and in the last 30 days, for the dashboard. */
export const overviewSchema = z.object({
  figures: z.object({
    new_today: count,
    waiting: count,
    waiting_since: text,
    /** Imported contacts without any work so far; they do not count as waiting. */
    imported_new: count,
    overdue: count,
    due_today: count,
    won_this_month: count,
  }),
  /** Demo requests of the last 30 days. */
  days: z.array(z.object({ day: z.string(), count })),
  follow_ups: z.array(
    z.object({
      ...lead,
      next_step: text,
      next_step_on: text,
      owner: text,
    }),
  ),
  weeks,
  funnel: z.object({
    total: z.object(steps),
    /** The most viewed first; the last row, `other`, sums up the rest. */
    sources: z.array(funnelRow),
    routes: z.array(funnelRow),
  }),
});
export type Overview = z.infer<typeof overviewSchema>;
