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

export const historySchema = z.object({ data: z.array(auditEventSchema) });
