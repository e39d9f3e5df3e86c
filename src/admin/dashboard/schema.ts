import * as z from 'zod/mini';
import { activityEventSchema } from '#api/audit.ts';
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

const editorial = z.object({
  /** Each record by its latest event. */
  drafts: z.array(activityEventSchema),
  /** `reason`: why it was not done at its time. */
  scheduled: z.array(
    z.object({ at: z.string(), action: z.string(), reason: z.nullable(z.string()), record: activityEventSchema }),
  ),
  /** Those of others from `since` on. */
  changes: z.array(activityEventSchema),
  since: z.string(),
  /** Lists of which visitors see nothing; and how many pictures have no description. */
  missing: z.array(z.object({ kind: z.string(), count: z.int() })),
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
  editorial: z.optional(editorial),
});

export type DashboardFigures = z.infer<typeof dashboardSchema>;
export type MailFigures = z.infer<typeof mails>;
export type Editorial = z.infer<typeof editorial>;
