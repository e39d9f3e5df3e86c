import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { mailStates } from '../states.ts';

const text = z.nullable(z.string());

const fields = {
  id: idSchema,
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** Attempts since it was (re)queued. */
  attempts: z.number(),
  /** Time of the next attempt; null unless it is queued. */
  next_attempt_at: text,
  sent_at: text,
  last_error: text,
  /** The mail that replaced this failed one, which is then not counted. */
  replaced_by: z.nullable(idSchema),
  reference: z.nullable(z.object({ kind: z.string(), id: z.number() })),
  created_at: z.string(),
  updated_at: z.string(),
};

export const mailRowSchema = z.object(fields);
export type MailRow = z.infer<typeof mailRowSchema>;

/** `unclear`: the mail was handed over whole, but no response came. `denied`: the server refuses us, not this mail. */
const attemptOutcome = z.enum(['sent', 'refused', 'denied', 'failed', 'unclear', 'interrupted']);
export type AttemptOutcome = z.infer<typeof attemptOutcome>;

const mailAttemptSchema = z.object({
  id: idSchema,
  recipient: z.string(),
  started_at: z.string(),
  ended_at: text,
  /** Null while it runs. */
  outcome: z.nullable(attemptOutcome),
  answer: text,
});
export type MailAttempt = z.infer<typeof mailAttemptSchema>;

export const mailSchema = z.object({
  ...fields,
  from: z.string(),
  reply_to: text,
  message_id: z.string(),
  /** The demo password is hidden. */
  text: z.string(),
  html: z.string(),
  expires_at: text,
  copy_of: z.nullable(z.number()),
  history: z.array(mailAttemptSchema),
  can: z.object({ send: z.boolean(), correct: z.boolean(), cancel: z.boolean() }),
});
export type MailDetails = z.infer<typeof mailSchema>;

const obstacle = z.nullable(z.object({ since: z.string(), reason: z.string() }));

export const senderStatusSchema = z.object({
  /** Host and port of the mail server; null where mail is not set up. */
  server: text,
  /** Whether who asks may enter another one here. */
  can_change: z.boolean(),
  from: z.string(),
  /** Nothing is sent until staff confirm it. */
  paused: obstacle,
  /** The mail server is unreachable, or refuses us: then `reason` begins with its code. No mail went out since. */
  trouble: obstacle,
  counts: z.record(z.enum(mailStates), z.number()),
});
export type SenderStatus = z.infer<typeof senderStatusSchema>;

export const mailServerSchema = z.object({
  /** Where it is set: what the environment names can't be changed here. */
  source: z.nullable(z.enum(['environment', 'office'])),
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password_set: z.boolean(),
  from: z.string(),
  /** The last change in the office, for seven days: when, and the name of the owner. */
  changed_at: text,
  changed_by: text,
});
export type MailServerOnWire = z.infer<typeof mailServerSchema>;
