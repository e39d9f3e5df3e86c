import type { Generated } from 'kysely';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    mails: MailsTable;
    mail_attempts: MailAttemptsTable;
  }
}

/**
 * Where a mail is on its way. `queued` waits for its moment, `sending` is claimed by an instance, `sent` was taken by
 * the mail server, `bounced` was refused for good, `dead` was given up, `cancelled` was stopped by staff.
 */
type MailState = 'queued' | 'sending' | 'sent' | 'bounced' | 'dead' | 'cancelled';

/** How an attempt ended. `unclear`: the mail was handed over whole, and then no answer came. */
export type AttemptOutcome = 'sent' | 'refused' | 'failed' | 'unclear' | 'interrupted';

/** Mails to send and mails that were sent; moments are those of the database's clock. */
interface MailsTable {
  id: Generated<number>;
  /** A UUID; the host behind the @ is added with the first attempt, and stays. */
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  /** What it is for, such as `password_reset`. */
  kind: string;
  reference_kind: string | null;
  reference_id: number | null;
  /** 1: staff never see its body, which is removed when the mail is on its way. */
  is_secret: Generated<number>;
  state: MailState;
  /** Attempts since it was queued, or queued again by staff. */
  attempts: Generated<number>;
  next_attempt_at: string;
  /** After this moment it would be of no use to anyone. */
  expires_at: string | null;
  /** The mail that staff sent once more by this one. */
  copy_of: number | null;
  claimed_at: string | null;
  claimed_by: string | null;
  sent_at: string | null;
  last_error: string | null;
  search_text: string;
  created_at: string;
  updated_at: string;
}

/** Every attempt to send a mail, oldest first. Without an end: it runs, or was interrupted. */
interface MailAttemptsTable {
  id: Generated<number>;
  mail_id: number;
  recipient: string;
  /** The instance that tried. */
  sender: string;
  started_at: string;
  ended_at: string | null;
  outcome: AttemptOutcome | null;
  /** What the mail server said, or what went wrong. */
  answer: string | null;
}
