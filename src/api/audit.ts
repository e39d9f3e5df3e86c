import * as z from 'zod/mini';
import { idSchema } from './records.ts';

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** For an update, `before` and `after` have only the changed fields; secrets are hidden. */
const auditEventSchema = z.object({
  id: idSchema,
  at: z.string(),
  /** `name` is null if the account was deleted, `user` if nobody was signed in. */
  user: z.nullable(z.object({ id: z.nullable(z.int()), name: z.nullable(z.string()), email: z.string() })),
  action: z.string(),
  kind: z.string(),
  /** 0 for many records. */
  record_id: z.nullable(z.int()),
  before: facts,
  after: facts,
  network: z.string(),
  request_id: z.string(),
});

export type AuditEvent = z.infer<typeof auditEventSchema>;

export const activityEventSchema = z.extend(auditEventSchema, {
  /** What the record is called now; null if it has no name or is gone. */
  record_name: z.nullable(z.string()),
});

export type ActivityEvent = z.infer<typeof activityEventSchema>;

/** A change of a record as an answer of 409 tells it. */
export const latestChangeSchema = z.object({
  by: z.nullable(z.object({ id: z.nullable(z.int()), name: z.string() })),
  at: z.string(),
  fields: z.array(z.string()),
  /** The `updated_at` that the record has had since; null where only its draft was changed. */
  version: z.nullable(z.string()),
});

z.globalRegistry.add(latestChangeSchema, { id: 'Change' });

export type LatestChange = z.infer<typeof latestChangeSchema>;
