import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { cleanAddress } from '#api/text.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { hasWords, keptParameters, readListQuery, searchText } from '#cms/collections/listed-table.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { timestampIn, unindexed } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, hasRow, inBatches } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { queuedAgain } from '#platform/jobs/queue.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { insertMail, isForStaff } from '../queue.server.ts';
import { isUndelivered, type MailState, mailStates, type UndeliveredState } from '../states.ts';
import type { MailAttempt, MailDetails, MailRow } from './schema.ts';

export type MailRecord = Selectable<Tables['mails']>;

const noSuchMail = t('There is no such mail. It may have been removed.');

const rowColumns = [
  'id',
  'kind',
  'recipient',
  'subject',
  'state',
  'attempts',
  'next_attempt_at',
  'sent_at',
  'last_error',
  'replaced_by',
  'reference_kind',
  'reference_id',
  'created_at',
  'updated_at',
] as const;

/** One page, newest first. Invalid states and references are ignored; mails of a state are those not replaced. */
export async function readMails(database: Database, query: Record<string, unknown>) {
  const { page, perPage, search } = readListQuery(query);
  const state = mailStates.find((each) => each === query.state);
  const [, kind, id] = /^([a-z_]{1,40}):([1-9]\d{0,8})$/.exec(String(query.reference)) ?? [];
  let mails = database
    .selectFrom('mails')
    .where(isForStaff)
    .where(hasWords(database, 'mails', search) ?? sql<boolean>`true`);
  if (state)
    mails = mails.where(search ? unindexed(database, 'state') : 'state', '=', state).where('replaced_by', 'is', null);
  if (kind) mails = mails.where('reference_kind', '=', kind).where('reference_id', '=', Number(id));
  const total = await countRows(mails);
  // Indexes find the ids; wide rows are read for one page only.
  const ids = mails
    .select('id')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage);
  const items = await database
    .selectFrom('mails')
    .select(rowColumns)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return pageToWire({ items: items.map(toRow), page, perPage, total }, adminCalls.mails, keptParameters(query));
}

export function toRow({
  reference_kind: kind,
  reference_id: id,
  next_attempt_at,
  ...row
}: Pick<MailRecord, (typeof rowColumns)[number]>): MailRow {
  return {
    ...row,
    last_error: t(row.last_error),
    next_attempt_at: row.state === 'queued' ? next_attempt_at : null,
    reference: kind !== null && id !== null ? { kind, id } : null,
  };
}

/** @throws {HttpError} 404 */
export async function findMail(database: Database, id: number, { lock = false } = {}): Promise<MailRecord> {
  const mail = await database
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where(isForStaff)
    .$if(lock, (mails) => mails.forNoKeyUpdate())
    .executeTakeFirst();
  if (!mail) throw notFound(noSuchMail);
  return mail;
}

export async function attemptsOf(database: Database, mailId: number): Promise<MailAttempt[]> {
  const attempts = await database
    .selectFrom('mail_attempts')
    .select(['id', 'recipient', 'started_at', 'ended_at', 'outcome', 'answer'])
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();
  return attempts.map((attempt) => ({ ...attempt, answer: t(attempt.answer) }));
}

/** Without replaced mails; states without mails are missing. */
export async function countMails(
  database: Database,
  which = sql<boolean>`true`,
): Promise<Partial<Record<MailState, number>>> {
  const rows = await database
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('mails')])
    .where('replaced_by', 'is', null)
    .where(which)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

export function allowedActions({ state, expires_at }: MailRecord): MailDetails['can'] {
  const isExpired = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const send = state !== 'sending' && !isExpired;
  return {
    send,
    correct: send,
    cancel: state === 'queued' || isUndelivered(state),
  };
}

/**
 * Changes a mail and records that. `change` returns the id of the mail that results, which is then read.
 * @throws {HttpError} 404
 */
export function changeMail(
  database: Database,
  actor: Actor,
  id: number,
  action: 'send-again' | 'cancel',
  change: (transaction: Database, mail: MailRecord) => Promise<number>,
): Promise<MailRow> {
  return database.transaction().execute(async (transaction) => {
    const before = await findMail(transaction, id, { lock: true });
    const after = await findMail(transaction, await change(transaction, before));
    await recordChange(transaction, actor, {
      action,
      kind: 'mails',
      recordId: id,
      before: { recipient: before.recipient, state: before.state },
      after: {
        recipient: after.recipient,
        state: after.state,
        ...(action === 'send-again' && { mail: after.id }),
      },
    });
    return toRow(after);
  });
}

const beingSent = t('This mail is being sent at this moment. Look again in a minute.');

/**
 * Resends a mail now, if given to another address. A sent mail stays; a copy with a new Message-ID goes out, because
 * receivers drop duplicates.
 * @throws {HttpError} 409 where it is being sent, or has no content left; 422 for an invalid address
 */
export async function resendMail(transaction: Database, mail: MailRecord, address: string | null): Promise<number> {
  const recipient = address === null ? mail.recipient : cleanAddress(address);
  const isNew = recipient !== mail.recipient;
  if (isNew && (recipient.length > 254 || !isOneAddress(recipient))) {
    throw invalid({ recipient: [t('Enter one e-mail address, such as name@example.com.')] });
  }
  if (mail.state === 'sending') throw new HttpError(409, beingSent);
  if (!allowedActions(mail).send) throw new HttpError(409, 'This mail is of no use any more.');
  if (mail.state === 'sent') return copyMail(transaction, mail, recipient);
  await requeue(transaction)
    .set({ recipient, search_text: searchText(recipient, mail.subject), replaced_by: null })
    // A mail to another recipient is a new message.
    .$if(isNew, (mails) => mails.set({ message_id: randomUUID() }))
    .where('id', '=', mail.id)
    .execute();
  return mail.id;
}

/** @throws {HttpError} 409 where a copy is already queued, as after a second click */
async function copyMail(transaction: Database, mail: MailRecord, recipient: string): Promise<number> {
  const earlier = transaction
    .selectFrom('mails')
    .select('id')
    .where('copy_of', '=', mail.id)
    .where('recipient', '=', recipient)
    .where('state', 'in', ['queued', 'sending']);
  if (await hasRow(earlier)) throw new HttpError(409, 'This mail is already on its way to this address once more.');
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
    copy_of: mail.id,
  });
}

/** Resends all mails in this state that can be resent. Returns how many. */
export async function resendAll(database: Database, actor: Actor, state: UndeliveredState): Promise<number> {
  const found = mailsIn(database, state)
    .where('replaced_by', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', timestampIn(database, 0))]));
  const mails = await changeAll(found, requeue(database).where('state', '=', state));
  await recordChange(database, actor, {
    action: 'send-all-again',
    kind: 'mails',
    recordId: 0,
    after: { state, mails },
  });
  return mails;
}

function requeue(transaction: Database) {
  return transaction.updateTable('mails').set({ ...queuedAgain(transaction), attempts: 0 });
}

/**
 * One that is unclear counts as sent from now on.
 * @throws {HttpError} 409
 */
export async function cancelMail(transaction: Database, mail: MailRecord): Promise<number> {
  if (!allowedActions(mail).cancel) throw new HttpError(409, tooLate[mail.state] ?? '');
  const state = mail.state === 'unclear' ? 'sent' : 'cancelled';
  await endUnsent(transaction, state).where('id', '=', mail.id).execute();
  return mail.id;
}

const tooLate: Partial<Record<MailState, string>> = t({
  sending: beingSent,
  sent: 'This mail has been sent. It can’t be called back.',
  cancelled: 'This mail was cancelled before.',
});

/** Cancels all queued mails. Returns how many. */
export function cancelQueued(database: Database): Promise<number> {
  return changeAll(mailsIn(database, 'queued'), endUnsent(database, 'cancelled').where('state', '=', 'queued'));
}

function mailsIn(database: Database, state: MailState) {
  return database.selectFrom('mails').select('id').where('state', '=', state).where(isForStaff);
}

/** By id, so that a mail which comes into its state again meanwhile is changed once. */
function changeAll(found: ReturnType<typeof mailsIn>, change: ReturnType<typeof endUnsent>): Promise<number> {
  let last = 0;
  return inBatches(async (most) => {
    const rows = await found.where('id', '>', last).orderBy('id').limit(most).execute();
    const ids = rows.map(({ id }) => id);
    last = ids.at(-1) ?? last;
    if (ids.length > 0) await change.where('id', 'in', ids).execute();
    return ids.length;
  });
}

function endUnsent(transaction: Database, state: 'sent' | 'cancelled') {
  return transaction.updateTable('mails').set({ state, updated_at: timestampIn(transaction, 0) });
}
