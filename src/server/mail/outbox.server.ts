import type { Generated } from 'kysely';
import type { Database } from '../database/open.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    mails: MailsTable;
  }
}

/** Mails to send, oldest first. */
interface MailsTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  state: 'queued';
  created_at: string;
}

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Puts a mail into the outbox, in the transaction of what it tells about: both happen, or neither. */
export async function queueMail(transaction: Database, mail: Mail): Promise<void> {
  await transaction
    .insertInto('mails')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      state: 'queued',
      created_at: new Date().toISOString(),
    })
    .execute();
}
