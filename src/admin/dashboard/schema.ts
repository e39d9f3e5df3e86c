import * as z from 'zod/mini';
import { stages } from '#leads/lead/strings.ts';

const stage = z.enum(stages);
const steps = { view: z.int(), opened: z.int(), sent: z.int(), contacted: z.int(), won: z.int() };
const funnelRow = z.object({ label: z.string(), ...steps });

const leads = {
  figures: z.object({
    new_today: z.int(),
    waiting: z.int(),
    waiting_since: z.nullable(z.string()),
    /** Imported contacts without any work so far; they do not count as waiting. */
    imported_new: z.int(),
    overdue: z.int(),
    due_today: z.int(),
    won_this_month: z.int(),
  }),
  /** Demo requests of the last 30 days, and the count of the 30 days before. */
  days: z.array(z.object({ day: z.string(), count: z.int() })),
  before: z.int(),
  pipeline: z.array(z.object({ stage, count: z.int() })),
  latest: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      institute_name: z.string(),
      number: z.string(),
      stage,
      created_at: z.string(),
    }),
  ),
  follow_ups: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      institute_name: z.string(),
      number: z.string(),
      next_step: z.nullable(z.string()),
      next_step_on: z.nullable(z.string()),
      owner: z.nullable(z.string()),
    }),
  ),
  funnel: z.object({
    total: z.object(steps),
    /** The most viewed first; the last row, `other`, sums up the rest. */
    sources: z.array(funnelRow),
    routes: z.array(funnelRow),
  }),
};

const mails = z.object({
  /** False: no mail server is set, so all mails wait. */
  server: z.boolean(),
  waiting: z.int(),
  failed: z.int(),
  latest_failed: z.array(
    z.object({ id: z.int(), recipient: z.string(), subject: z.string(), state: z.string(), updated_at: z.string() }),
  ),
});

/**
 * The dashboard in one response, limited to what the role may read. Days are YYYY-MM-DD in Dhaka, timestamps ISO 8601
 * in UTC.
 */
export const dashboardSchema = z.object({
  today: z.string(),
  /** The sample content is still being written to an empty store, which takes up to a minute. */
  filling: z.boolean(),
  ...z.partial(z.object(leads)).shape,
  mails: z.optional(mails),
  content: z.optional(z.array(z.object({ table: z.string(), active: z.int(), inactive: z.int() }))),
});

const leadFigures = z.object(leads);

export type DashboardFigures = z.infer<typeof dashboardSchema>;
export type LeadFigures = z.infer<typeof leadFigures>;
export type MailFigures = z.infer<typeof mails>;
export type DashboardFunnelRow = z.infer<typeof funnelRow>;
