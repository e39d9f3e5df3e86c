import { type Generated, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import type { DetailsOf, Lead, StoredEvent } from './schema.ts';
import type { LeadOrigin, Stage } from './strings.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    demo_requests: DemoRequestsTable;
    demo_request_events: DemoRequestEventsTable;
  }
}

/** What the table holds as a lead shows it, all of it personal: whoever asks for what is kept of him gets these too. */
export const shownColumns = [
  'name',
  'institute_name',
  'number',
  'email',
  'created_at',
  'updated_at',
  'lost_reason',
  'next_step',
  'next_step_on',
  'next_step_time',
  'merged_into_id',
  'deleted_at',
  'page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'district',
  'institute_kind',
  'students',
  'package_note',
  'called_after',
  'value',
  'consent',
] as const satisfies (keyof Lead)[];

/** A null `called_after`: not called yet, by a call or a move out of `new`. */
interface DemoRequestsTable extends Pick<Lead, (typeof shownColumns)[number]> {
  id: Generated<number>;
  /** How far the sale has come: one of `stages` of the inbox. */
  stage: Generated<Stage>;
  /** Since when it is in its stage. */
  stage_since: string;
  owner_id: number | null;
  /** 1: hidden from everyone who does not ask for spam, and mailed nothing. */
  spam: Generated<0 | 1>;
  /** JSON of the lead's `click_id`. */
  click_id: string | null;
  /** What a search looks in, and a name by which the same institute is found; see texts.server.ts. */
  search_text: string;
  institute_folded: string;
  /** How it came here. */
  origin: Generated<LeadOrigin>;
  /** The import that brought it; null for others, and for imports of before they were noted. */
  import_id: number | null;
  /** The client's idempotency key, as a hash; null where it sent none. */
  request_key: string | null;
  /**
   * The mail with link and password: `waiting` until there is something to mail, `queued` into the outbox, `held` because
   * this is spam, `none` where nobody was promised one.
   */
  access_mail: Generated<Lead['access_mail']>;
  /** How much this looks like spam, and what speaks for it, with commas between; see rate-limits.server.ts of the form. */
  spam_score: Generated<number>;
  spam_reasons: Generated<string>;
}

/** The history of a request: everything that happened with it, oldest first. */
interface DemoRequestEventsTable {
  id: Generated<number>;
  request_id: number;
  event: StoredEvent;
  created_at: string;
  /** Who of the staff did it; null for visitors, the product itself, and accounts that are gone. */
  user_id: number | null;
  /** What they were called then; null in rows of before it was kept. */
  user_name: string | null;
  /** More about it, as JSON. It goes with the request when that is erased. */
  details: string | null;
}

/** A line of the history as a row; `details` may hold personal data, since it goes with the lead. */
export function eventRow<Name extends StoredEvent>(
  request_id: number,
  event: Name,
  details: DetailsOf<Name> | null = null,
  { actor = null, at = new Date().toISOString() }: { actor?: Actor | null; at?: string | RawBuilder<string> } = {},
) {
  const who = { user_id: actor?.user.id ?? null, user_name: actor?.user.name ?? null };
  return { request_id, event, created_at: at, ...who, details: details && maskTokens(JSON.stringify(details)) };
}

export async function addEvent<Name extends StoredEvent>(
  transaction: Database,
  requestId: number,
  event: Name,
  actor: Actor | null,
  details: DetailsOf<Name> | null = null,
): Promise<void> {
  await addEvents(transaction, [eventRow(requestId, event, details, { actor })]);
}

export async function addEvents(transaction: Database, rows: ReturnType<typeof eventRow>[]): Promise<void> {
  await transaction.insertInto('demo_request_events').values(rows).execute();
}

/** Of a row of `demo_requests`. */
export const leadSource = sql<string>`coalesce(nullif(lower(utm_source), ''), nullif(lower(referrer), ''), 'direct')`;

/** What staff work with: no spam, not deleted, not merged into another lead. */
export function selectLiveLeads(database: Database) {
  return database
    .selectFrom('demo_requests')
    .where('spam', '=', 0)
    .where('deleted_at', 'is', null)
    .where('merged_into_id', 'is', null);
}
