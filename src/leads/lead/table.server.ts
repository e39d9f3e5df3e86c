import type { Generated, RawBuilder } from 'kysely';
import type { Actor } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { maskTokens } from '#platform/metrics/redact-path.server.ts';
import type { DetailsOf, StoredEvent } from './schema.ts';
import type { LeadOrigin, Stage } from './strings.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    demo_requests: DemoRequestsTable;
    demo_request_events: DemoRequestEventsTable;
  }
}

interface DemoRequestsTable {
  id: Generated<number>;
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
  created_at: string;
  updated_at: string;
  /** How far the sale has come: one of `stages` of the inbox. */
  stage: Generated<Stage>;
  /** Since when it is in its stage. */
  stage_since: string;
  lost_reason: string | null;
  owner_id: number | null;
  next_step: string | null;
  /** YYYY-MM-DD. */
  next_step_on: string | null;
  /** 1: hidden from everyone who does not ask for spam, and mailed nothing. */
  spam: Generated<0 | 1>;
  /** What a search looks in, and a name by which the same institute is found; see texts.server.ts. */
  search_text: string;
  institute_folded: string;
  /** The request that this one was found to be a duplicate of. It then shows in that one's history only. */
  merged_into_id: number | null;
  /** Null, or when it was deleted: gone for everyone but the trash. */
  deleted_at: string | null;
  /** Where the visitor was, came from, and what else was asked for. */
  page: string | null;
  referrer: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  students: string | null;
  package_note: string | null;
  /** How it came here. */
  origin: Generated<LeadOrigin>;
  /** The import that brought it; null for others, and for imports of before they were noted. */
  import_id: number | null;
  /** Minutes from when it came until it was first taken out of `new`, or a call was noted; null: not called yet. */
  called_after: number | null;
  /** In taka: what the chosen package costs in its first year, or what staff write. */
  value: number | null;
  /** Which line under the form, and which text about privacy, the sender saw; null where none was shown. */
  consent: string | null;
  /** The client's idempotency key, as a hash; null where it sent none. */
  request_key: string | null;
  /**
   * The mail with link and password: `waiting` until there is something to mail, `queued` into the outbox, `held` because
   * this is spam, `none` where nobody was promised one.
   */
  access_mail: Generated<'none' | 'waiting' | 'queued' | 'held'>;
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

/** What staff work with: no spam, not deleted, not merged into another lead. */
export function selectLiveLeads(database: Database) {
  return database
    .selectFrom('demo_requests')
    .where('spam', '=', 0)
    .where('deleted_at', 'is', null)
    .where('merged_into_id', 'is', null);
}
