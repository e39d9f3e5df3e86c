import { type RawBuilder, sql } from 'kysely';
import { type Actor, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { todayInDhaka } from '#server/fields/dates.server.ts';
import type { DemoRequestEvent } from '../../form/data.server.ts';
import { foldedTexts, foldInstitute } from '../../form/folded-texts.server.ts';
import type { Stage } from '../../lead-words.ts';
import type { Owner } from '../schema.ts';
import type { ImportedLead } from './read-row.server.ts';

/** Rows that one statement carries. */
const atOnce = 200;

/** Who may be named as an owner in a file. */
export function ownersWithEmail(database: Database): Promise<(Owner & { email: string })[]> {
  return database.selectFrom('users').select(['id', 'name', 'email']).where('status', '=', 1).execute();
}

/** The leads that are there already, by number, by address in lower case, and by folded institute. */
export interface KnownLeads {
  numbers: Map<string, number>;
  emails: Map<string, number>;
  institutes: Map<string, number>;
}

export async function knownLeads(database: Database, leads: ImportedLead[]): Promise<KnownLeads> {
  const known: KnownLeads = { numbers: new Map(), emails: new Map(), institutes: new Map() };
  for (const some of pieces(leads)) {
    const numbers = unique(some.map(({ number }) => number));
    const emails = unique(some.map(({ email }) => email.toLowerCase()));
    const institutes = unique(some.map(({ institute_name }) => foldInstitute(institute_name)));
    for (const row of await liveWith(database, sql.ref('number'), numbers)) known.numbers.set(row.number, row.id);
    for (const row of await liveWith(database, sql`lower(email)`, emails)) {
      known.emails.set(row.email.toLowerCase(), row.id);
    }
    for (const row of await liveWith(database, sql.ref('institute_folded'), institutes)) {
      known.institutes.set(row.institute_folded, row.id);
    }
    await othersTurn();
  }
  return known;
}

async function liveWith(database: Database, what: RawBuilder<unknown>, values: string[]) {
  if (values.length === 0) return [];
  return database
    .selectFrom('demo_requests')
    .select(['id', 'number', 'email', 'institute_folded'])
    .where(sql<boolean>`${what} in (${sql.join(values)})`)
    .where('deleted_at', 'is', null)
    .where('merged_into_id', 'is', null)
    .where('spam', '=', 0)
    .orderBy('id')
    .execute();
}

/** Adds leads, all or none, each with the first lines of its history. Nobody is mailed. */
export async function addImported(transaction: Database, actor: Actor, leads: ImportedLead[]): Promise<void> {
  const now = new Date().toISOString();
  for (const some of pieces(leads)) {
    const ids = await transaction
      .insertInto('demo_requests')
      .values(some.map((lead) => rowOf(lead, now)))
      .returning('id')
      .execute();
    // The rows come back in the order in which they were given.
    const events = some.flatMap((lead, index) => {
      const line = { request_id: ids[index]?.id ?? 0, created_at: now, user_id: actor.user.id };
      const imported = { ...line, event: 'imported' as const, details: null };
      return lead.note
        ? [imported, { ...line, event: 'noted' as const, details: JSON.stringify({ note: lead.note }) }]
        : [imported];
    });
    await transaction.insertInto('demo_request_events').values(events).execute();
    await othersTurn();
  }
  await recordChange(transaction, actor, {
    action: 'import',
    kind: 'demo_requests',
    recordId: 0,
    before: null,
    after: { count: leads.length },
  });
}

/** A lead that came some hours ago, and was worked on since. */
interface WorkedLead {
  name: string;
  institute: string;
  number: string;
  email: string;
  stage: Stage;
  hoursAgo: number;
  nextStep?: { text: string; inDays: number };
  lostReason?: string;
  note?: string;
  students?: string;
  packageNote?: string;
}

/** Adds such a lead; nobody is mailed. */
export async function addWorkedLead(transaction: Database, lead: WorkedLead): Promise<void> {
  const momentAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [came, worked] = [momentAgo(lead.hoursAgo), momentAgo(lead.hoursAgo / 2)];
  const sender = { name: lead.name, institute_name: lead.institute, number: lead.number, email: lead.email };
  const isNew = lead.stage === 'new';
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...sender,
      ...foldedTexts(sender),
      stage: lead.stage,
      stage_since: isNew ? came : worked,
      lost_reason: lead.lostReason ?? null,
      next_step: lead.nextStep?.text ?? null,
      next_step_on: lead.nextStep ? dayAhead(lead.nextStep.inDays) : null,
      students: lead.students ?? null,
      package_note: lead.packageNote ?? null,
      created_at: came,
      updated_at: isNew ? came : worked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { stage, lostReason: reason, note } = lead;
  const line = (event: DemoRequestEvent, at: string, details: object | null = null) => ({
    ...{ request_id: id, event, created_at: at, user_id: null },
    details: details && JSON.stringify(details),
  });
  await transaction
    .insertInto('demo_request_events')
    .values([
      line('received', came),
      ...(isNew ? [] : [line('stage_changed', worked, { from: 'new', to: stage, ...(reason && { reason }) })]),
      ...(note ? [line('noted', worked, { note })] : []),
    ])
    .execute();
}

function dayAhead(days: number): string {
  return new Date(Date.parse(todayInDhaka()) + days * 86_400_000).toISOString().slice(0, 10);
}

function rowOf({ note: _, received, ...lead }: ImportedLead, now: string) {
  const createdAt = received === null ? now : new Date(`${received}T00:00:00+06:00`).toISOString();
  return { ...lead, ...foldedTexts(lead), created_at: createdAt, updated_at: now, stage_since: createdAt };
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function* pieces<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}

/** Many rows must not hold up other visitors. */
export function othersTurn(): Promise<void> {
  return new Promise(setImmediate);
}
