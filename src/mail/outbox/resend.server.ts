import { randomUUID } from 'node:crypto';
import { cleanAddress, searchText } from '#api/text.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { timestampIn } from '#platform/database/time.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { insertMail, withoutSecrets } from '../queue.server.ts';
import type { MailState } from '../states.ts';
import { findMail, type MailRecord } from './data.server.ts';

const noSuchMail = 'There is no such mail. It may have been removed.';

export function allowedActions(mail: MailRecord): { send: boolean; correct: boolean; cancel: boolean } {
  const send = mail.state !== 'sending' && mail.text !== '' && !isExpired(mail);
  return {
    send,
    // Sending a secret link to another address would give that address access to the account.
    correct: send && mail.is_secret === 0,
    cancel: cancellable.includes(mail.state),
  };
}

const cancellable: MailState[] = ['queued', 'bounced', 'dead'];

function isExpired({ expires_at: expires }: MailRecord): boolean {
  return expires !== null && Date.parse(expires) <= Date.now();
}

/**
 * Resends a mail now, if given to another address. A sent mail stays; a copy with a new Message-ID goes out, because
 * receivers drop duplicates. Returns the id of the queued mail.
 * @throws {HttpError} 404; 409 where it is being sent, or has no content left; 422 for an invalid address
 */
export async function resendFromOutbox(
  transaction: Database,
  actor: Actor,
  id: number,
  newRecipient: string | null,
): Promise<number> {
  const mail = await lockMail(transaction, id);
  const recipient = readRecipient(mail, newRecipient);
  assertSendable(mail, recipient);
  const queuedId =
    mail.state === 'sent' ? await copyMail(transaction, mail, recipient) : await requeue(transaction, mail, recipient);
  await recordChange(transaction, actor, {
    action: 'send-again',
    kind: 'mails',
    recordId: id,
    before: { recipient: mail.recipient, state: mail.state },
    after: { recipient, state: 'queued', mail: queuedId },
  });
  return queuedId;
}

/** Resends all mails in this state that can be resent. Returns how many. */
export async function resendAll(transaction: Database, actor: Actor, state: 'bounced' | 'dead'): Promise<number> {
  const now = timestampIn(transaction, 0);
  const queued = await transaction
    .updateTable('mails')
    .set({ state: 'queued', attempts: 0, next_attempt_at: now, updated_at: now })
    .where('state', '=', state)
    .where('replaced_by', 'is', null)
    .where('text', '<>', '')
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('id')
    .execute();
  await recordChange(transaction, actor, {
    action: 'send-all-again',
    kind: 'mails',
    recordId: queued[0]?.id ?? 0,
    before: null,
    after: { state, mails: queued.length },
  });
  return queued.length;
}

/**
 * Cancels a queued mail, or dismisses a failed one.
 * @throws {HttpError} 404, 409
 */
export async function cancelMail(transaction: Database, actor: Actor, id: number): Promise<void> {
  const mail = await lockMail(transaction, id);
  if (!cancellable.includes(mail.state)) throw new HttpError(409, tooLate[mail.state] ?? '');
  await transaction
    .updateTable('mails')
    .set({ state: 'cancelled', updated_at: timestampIn(transaction, 0), ...withoutSecrets })
    .where('id', '=', id)
    .execute();
  await recordChange(transaction, actor, {
    action: 'cancel',
    kind: 'mails',
    recordId: id,
    before: { state: mail.state },
    after: { state: 'cancelled' },
  });
}

/** Cancels all queued mails. Returns how many. */
export async function cancelQueued(transaction: Database): Promise<number> {
  const cancelled = await transaction
    .updateTable('mails')
    .set({ state: 'cancelled', updated_at: timestampIn(transaction, 0), ...withoutSecrets })
    .where('state', '=', 'queued')
    .returning('id')
    .execute();
  return cancelled.length;
}

const tooLate: Partial<Record<MailState, string>> = {
  sending: 'This mail is being sent at this moment. Look again in a minute.',
  sent: 'This mail has been sent. It can’t be called back.',
  cancelled: 'This mail was cancelled before.',
};

/** Locks the row until the transaction ends. */
async function lockMail(transaction: Database, id: number): Promise<MailRecord> {
  await transaction.selectFrom('mails').select('id').where('id', '=', id).forUpdate().execute();
  const mail = await findMail(transaction, id);
  if (!mail) throw notFound(noSuchMail);
  return mail;
}

function readRecipient(mail: MailRecord, address: string | null): string {
  if (address === null) return mail.recipient;
  const recipient = cleanAddress(address);
  if (recipient === mail.recipient) return recipient;
  if (mail.is_secret === 1) {
    throw invalid({ recipient: ['This mail holds a link for its receiver alone. It can’t go to another address.'] });
  }
  if (recipient.length > 254 || !isOneAddress(recipient)) {
    throw invalid({ recipient: ['Enter one e-mail address, such as name@example.com.'] });
  }
  return recipient;
}

function assertSendable(mail: MailRecord, recipient: string): void {
  if (mail.state === 'sending') throw new HttpError(409, tooLate.sending ?? '');
  if (allowedActions(mail).send) return;
  throw new HttpError(
    409,
    mail.is_secret === 1
      ? `The link in this mail no longer works. ${recipient} can ask for a new one on the sign-in page.`
      : 'This mail is of no use any more.',
  );
}

async function requeue(transaction: Database, mail: MailRecord, recipient: string): Promise<number> {
  const now = timestampIn(transaction, 0);
  await transaction
    .updateTable('mails')
    .set({
      recipient,
      search_text: searchText(recipient, mail.subject),
      state: 'queued',
      attempts: 0,
      next_attempt_at: now,
      replaced_by: null,
      updated_at: now,
      // A mail to another recipient is a new message.
      ...(recipient === mail.recipient ? {} : { message_id: randomUUID() }),
    })
    .where('id', '=', mail.id)
    .execute();
  return mail.id;
}

/** @throws {HttpError} 409 where a copy is already queued, as after a second click */
async function copyMail(transaction: Database, mail: MailRecord, recipient: string): Promise<number> {
  const earlier = await transaction
    .selectFrom('mails')
    .select('id')
    .where('copy_of', '=', mail.id)
    .where('recipient', '=', recipient)
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirst();
  if (earlier) throw new HttpError(409, 'This mail is already on its way to this address once more.');
  const { reply_to, subject, text, html, kind, reference_kind, reference_id, expires_at } = mail;
  return insertMail(transaction, {
    recipient,
    reply_to,
    subject,
    text,
    html,
    kind,
    reference_kind,
    reference_id,
    expires_at,
    next_attempt_at: timestampIn(transaction, 0),
    copy_of: mail.id,
  });
}
