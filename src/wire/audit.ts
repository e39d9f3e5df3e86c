import * as z from 'zod/mini';
import { idOnWire } from './records.ts';

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** One thing that somebody did. Of an update, `before` and `after` hold the fields that differ; secrets are hidden. */
export const auditEventOnWire = z.object({
  id: idOnWire,
  at: z.string(),
  /** Who; the name is null where the account is gone, all of it where nobody was signed in. */
  user: z.nullable(z.object({ id: z.nullable(z.int()), name: z.nullable(z.string()), email: z.string() })),
  action: z.string(),
  kind: z.string(),
  /** 0: about many records. */
  record_id: z.nullable(z.int()),
  before: facts,
  after: facts,
  network: z.string(),
  request_id: z.string(),
});

export type AuditEvent = z.infer<typeof auditEventOnWire>;

/** The newest events of one record. */
export const historyOnWire = z.object({ data: z.array(auditEventOnWire) });
