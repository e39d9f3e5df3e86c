import { type ExpressionBuilder, sql } from 'kysely';
import { hasWords } from '#cms/collections/search.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import type { MailState } from '../states.ts';
import type { MailAttempt, MailRow } from './schema.ts';

export interface MailsQuery {
  page: number;
  perPage: number;
  search: string;
  /** Empty: any state. */
  states: readonly MailState[];
  reference: { kind: string; id: number } | null;
}

export async function pageOfMails(database: Database, query: MailsQuery): Promise<PageOf<MailRow>> {
  const { page, perPage } = query;
  const { total } = await matching(database, query)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching(database, query)
    .select(rowColumns)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { items: rows.map(toRow), page, perPage, total };
}

function matching(database: Database, { search, states, reference }: MailsQuery) {
  let rows = database.selectFrom('mails').where(hasWords(database, 'mails', search) ?? sql<boolean>`true`);
  if (states.length > 0) rows = rows.where('state', 'in', states).where(isOpenCase);
  if (reference) rows = rows.where('reference_kind', '=', reference.kind).where('reference_id', '=', reference.id);
  return rows;
}

/** Mails replaced by a newer one are left out. */
function isOpenCase(eb: ExpressionBuilder<Tables, 'mails'>) {
  return eb('replaced_by', 'is', null);
}

export async function findMail(database: Database, id: number) {
  const row = await database
    .selectFrom('mails')
    .select([...rowColumns, 'reply_to', 'message_id', 'text', 'html', 'is_secret', 'expires_at', 'copy_of'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
export type MailRecord = NonNullable<Awaited<ReturnType<typeof findMail>>>;

export function attemptsOf(database: Database, mailId: number): Promise<MailAttempt[]> {
  return database
    .selectFrom('mail_attempts')
    .select(['id', 'recipient', 'started_at', 'ended_at', 'outcome', 'answer'])
    .where('mail_id', '=', mailId)
    .orderBy('id')
    .execute();
}

/** Without replaced mails; states without mails are missing. */
export async function countMails(database: Database): Promise<Partial<Record<MailState, number>>> {
  const rows = await database
    .selectFrom('mails')
    .select(['state', ({ fn }) => fn.countAll<number>().as('mails')])
    .where(isOpenCase)
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

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

export function toRow(row: Pick<MailRecord, (typeof rowColumns)[number]>): MailRow {
  const { reference_kind: kind, reference_id: id, next_attempt_at, ...rest } = row;
  return {
    ...rest,
    next_attempt_at: row.state === 'queued' ? next_attempt_at : null,
    reference: kind !== null && id !== null ? { kind, id } : null,
  };
}
