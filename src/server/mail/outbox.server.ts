import { randomUUID } from 'node:crypto';
import type { Database } from '../database/open.server.ts';
import { momentIn } from '../database/time.server.ts';
import { searchText } from '../lists/search.server.ts';
import { cleanLine } from '../text.server.ts';
import type {} from './mails.server.ts';
import { isOneAddress } from './one-address.server.ts';

/** A mail, rendered: what is edited later does not change what was promised. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What it is for, in snake_case, such as `demo_access`; the outbox filters by it. */
  kind: string;
  /** The record it belongs to, such as `{ kind: 'demo_request', id: 5 }`. */
  reference?: { kind: string; id: number };
  /** Whom an answer reaches, one address. */
  replyTo?: string;
  /** Not to be sent earlier. */
  notBefore?: Date;
  /** Of no use later than so many seconds from now; it is then given up. */
  usefulSeconds?: number;
  /** Has a secret for its receiver alone: staff never see the body, and it is removed once the mail has gone. */
  secret?: true;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells about: both happen, or neither. Answers its id.
 * @throws for what is not exactly one address
 */
export async function queueMail(transaction: Database, mail: Mail): Promise<number> {
  for (const address of [mail.to, mail.replyTo]) {
    if (address !== undefined && !isOneAddress(address)) throw new Error('A mail goes to exactly one address');
  }
  const now = momentIn(transaction, 0);
  const subject = cleanLine(mail.subject);
  const { id } = await transaction
    .insertInto('mails')
    .values({
      message_id: randomUUID(),
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject,
      text: mail.text,
      html: mail.html,
      kind: mail.kind,
      reference_kind: mail.reference?.kind ?? null,
      reference_id: mail.reference?.id ?? null,
      is_secret: mail.secret ? 1 : 0,
      state: 'queued',
      next_attempt_at: mail.notBefore?.toISOString() ?? now,
      expires_at: mail.usefulSeconds === undefined ? null : momentIn(transaction, mail.usefulSeconds),
      search_text: searchText(mail.to, subject),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
