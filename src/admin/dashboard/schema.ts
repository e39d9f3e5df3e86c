import * as z from 'zod/mini';
import { upkeepSchema } from '#backup/schema.ts';
import { overviewSchema } from '#leads/reports/schema.ts';

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
  /** Sample that nobody changed stands on the site. */
  sample: z.boolean(),
  ...z.partial(overviewSchema).shape,
  mails: z.optional(mails),
  upkeep: z.optional(upkeepSchema),
  content: z.optional(z.array(z.object({ table: z.string(), active: z.int(), inactive: z.int() }))),
});

export type DashboardFigures = z.infer<typeof dashboardSchema>;
export type MailFigures = z.infer<typeof mails>;
