import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { selectOwners } from '#auth/data.server.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { dataSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { deleteMailsLinking, deleteMailsOf } from '#mail/queue.server.ts';
import { adminPages, leadCalls } from '#paths.ts';
import { forgetErased } from '#platform/database/dialect.server.ts';
import { readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, inBatches } from '#platform/database/rows.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import { setAttachment } from '#platform/files/exports.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { auditLead, familyOf, noSuchLead } from '../lead/data.server.ts';
import { type Retention, retentionSchema } from '../lead/schema.ts';
import { eraseWord, leadsInWords, type Stage } from '../lead/strings.ts';
import { shownColumns } from '../lead/table.server.ts';
import { mailAll } from '../notifications/announce.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    lead_erasures: LeadErasuresTable;
  }
}

/** Number of erased leads, so that past figures stay right; holds no personal data. */
interface LeadErasuresTable {
  /** YYYY-MM in which the lead came in. */
  month: string;
  stage: Stage;
  reason: ErasureReason;
  count: number;
}

type ErasureReason = 'request' | 'retention' | 'trash';

const eraseForm = z.object({
  confirm: z.literal(eraseWord, { error: () => t`Write ${eraseWord} to confirm. This can’t be undone.` }),
});

const erasedSchema = writtenSchema(mini.object({ id: idSchema, erased: mini.array(idSchema) }));

/** What a person may ask for: all their data, or its erasure. */
export function personApi({ database }: AppContext, scope: StaffScope): void {
  scope.post(
    leadCalls.erase,
    {
      schema: {
        summary: 'Erase a lead',
        body: eraseForm,
        response: { 200: erasedSchema },
      },
    },
    async (request) => {
      const id = idOf(request);
      const erased = await database.transaction().execute(async (transaction) => {
        const ids = await leadsOfPerson(transaction, id);
        await eraseLeads(transaction, ids, 'request');
        await auditLead(transaction, actorOf(request), 'erase', id, { after: { erased: ids } });
        return ids;
      });
      // The leads are erased already; the next rewrite of the file removes their remains.
      await forgetErased(database).catch((error: Error) =>
        request.log.warn({ event: 'erased_not_rewritten', reason: error.message }),
      );
      const requests = erased.length === 1 ? t('1 request') : t`${erased.length} requests`;
      return { data: { id, erased }, message: t`The person was erased, with ${requests}` };
    },
  );

  scope.get(
    leadCalls.person,
    {
      config: { need: 'write' },
      schema: {
        summary: 'Export a person',
        describedAnswer: 'application/json',
      },
    },
    async (request, reply) => {
      const id = idOf(request);
      const personalData = await database.transaction().execute(async (transaction) => {
        const ids = await leadsOfPerson(transaction, id);
        await auditLead(transaction, actorOf(request), 'export-person', id, { after: { exported: ids } });
        return { exported_at: new Date().toISOString(), ...(await personalDataOf(transaction, ids)) };
      });
      setAttachment(reply, `person-${id}.json`, 'application/json; charset=utf-8');
      return reply.send(JSON.stringify(personalData, null, 2));
    },
  );
}

async function eraseLeads(transaction: Database, ids: number[], reason: ErasureReason): Promise<void> {
  if (ids.length === 0) return;
  // Deleting would not return the merged leads, which go in cascade.
  const rows = await transaction
    .selectFrom('demo_requests')
    .select(['stage', 'created_at', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  await transaction.deleteFrom('demo_requests').where('id', 'in', ids).execute();
  await deleteMailsOf(transaction, { kind: 'demo_request', ids, addresses: await unusedAddresses(transaction, rows) });
  const links = ids.map((id) => `request=${id}`);
  await deleteMailsLinking(transaction, 'digest', links);
  for (const { stage, created_at } of rows) {
    await transaction
      .insertInto('lead_erasures')
      .values({ month: created_at.slice(0, 7), stage, reason, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['month', 'stage', 'reason'])
          .doUpdateSet((eb) => ({ count: eb('lead_erasures.count', '+', 1) })),
      )
      .execute();
  }
}

async function unusedAddresses(transaction: Database, rows: { email: string }[]): Promise<string[]> {
  const addresses = addressesOf(rows);
  if (addresses.length === 0) return [];
  const remaining = await transaction.selectFrom('demo_requests').select('email').where(isOneOf(addresses)).execute();
  const used = addressesOf(remaining);
  return addresses.filter((address) => !used.includes(address));
}

function isOneOf(addresses: string[]) {
  return sql<boolean>`lower(email) in (${sql.join(addresses)})`;
}

function addressesOf(people: { email: string }[]): string[] {
  return [...new Set(people.map(({ email }) => email.toLowerCase()).filter(Boolean))];
}

/**
 * All requests with the same number or email address, including merged, deleted and spam ones.
 * @throws {HttpError} 404
 */
async function leadsOfPerson(database: Database, id: number): Promise<number[]> {
  const family = await familyOf(database, [id]);
  if (family.length === 0) throw notFound(noSuchLead);
  const people = await database
    .selectFrom('demo_requests')
    .select(['number', 'email'])
    .where('id', 'in', family)
    .execute();
  const numbers = people.map(({ number }) => number).filter(Boolean);
  const addresses = addressesOf(people);
  const rows = await database
    .selectFrom('demo_requests')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', family),
        ...(numbers.length > 0 ? [eb('number', 'in', numbers)] : []),
        ...(addresses.length > 0 ? [isOneOf(addresses)] : []),
      ]),
    )
    .execute();
  const ids = rows.map((row) => row.id);
  return familyOf(database, ids);
}

/** All personal data of a person by column name, for a subject access request. */
async function personalDataOf(database: Database, ids: number[]) {
  const requests = await database
    .selectFrom('demo_requests')
    .select(['id', ...shownColumns, 'origin', 'stage', 'stage_since', 'access_mail', 'click_id'])
    .select(['spam', 'spam_score', 'spam_reasons'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const events = await database
    .selectFrom('demo_request_events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select(['request_id', 'event', 'event.created_at', 'details', 'users.name as by'])
    .where('request_id', 'in', ids)
    .orderBy('event.id')
    .execute();
  return {
    requests,
    history: events.map(({ details, ...event }) => ({ ...event, details: details && JSON.parse(details) })),
    mails: await mailsTo(database, ids, addressesOf(requests)),
    visits: await database.selectFrom('funnel_requests').selectAll().where('request_id', 'in', ids).execute(),
  };
}

/** Mails to staff about the person are left out; they repeat the request. */
async function mailsTo(database: Database, ids: number[], addresses: string[]) {
  if (addresses.length === 0) return [];
  return database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text', 'state', 'created_at', 'sent_at'])
    .where('reference_kind', '=', 'demo_request')
    .where('reference_id', 'in', ids)
    .where(sql<boolean>`lower(recipient) in (${sql.join(addresses)})`)
    .where('is_secret', '=', 0)
    .orderBy('id')
    .execute();
}

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    lead_retention: StoredRetention;
  }
}

const kinds = t(['won', 'lost', 'spam'] as const);
type Kind = (typeof kinds)[number];

/** Months, or null to keep them forever. */
type Rules = Pick<Retention, Kind>;

interface StoredRetention extends Rules {
  /** Missing if the grace period is over, or if the rules are older than grace periods. */
  applies_from?: string;
  /** In force before `applies_from`. */
  until_then?: Rules;
}

/** Days in which owners, who are mailed, can undo stricter rules. */
const graceDays = 7;

const months = z.union([z.null(), z.int().min(1).max(120)], { error: 'Write months from 1 to 120, or null to keep.' });
const retentionForm = z.object({ won: months, lost: months, spam: months, confirm: z.string().optional() });

export const retentionKind = 'retention';

export function retentionApi({ database, changes, settings }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.retention,
    {
      schema: {
        summary: 'Get the retention of leads',
        response: { 200: dataSchema(retentionSchema) },
      },
    },
    async () => ({ data: retentionToWire(await readRetention(database)) }),
  );

  scope.put(
    leadCalls.retention,
    {
      config: { area: 'people', confirm: true },
      schema: {
        summary: 'Update the retention of leads',
        body: retentionForm,
        response: { 200: writtenSchema(retentionSchema) },
      },
    },
    async (request) => {
      const { confirm, ...rules } = request.body;
      const data = await changes.write([retentionKind], async (transaction) => {
        const erased = await countOutdated(transaction, rules);
        const before = await readRetention(transaction);
        const until_then = activeRules(before);
        const isStricter = !isDeepStrictEqual(milder(until_then, rules), rules);
        if (isStricter && erased > 0 && confirm !== eraseWord)
          throw invalid({
            confirm: [
              t`Tonight these rules would erase ${leadsInWords(erased)} for good. Write ${eraseWord} to confirm. They begin in ${graceDays} days.`,
            ],
          });
        const applies_from = new Date(Date.now() + graceDays * 86_400_000).toISOString();
        const stored: StoredRetention = isStricter ? { ...rules, applies_from, until_then } : rules;
        await setFact(transaction, 'lead_retention', stored);
        const actor = actorOf(request);
        await auditLead(transaction, actor, 'retention', 0, { before, after: stored });
        await mailOwners(transaction, actor, { erased, publicUrl: settings.publicUrl, stored });
        return retentionToWire(stored);
      });
      const message = data.applies_from
        ? t`Retention saved. It begins in ${graceDays} days; the owners are mailed`
        : t('Retention saved');
      return { data, message };
    },
  );
}

function retentionToWire({ won, lost, spam, applies_from }: StoredRetention): Retention {
  const isComing = applies_from !== undefined && applies_from > new Date().toISOString();
  return { won, lost, spam, applies_from: isComing ? applies_from : null };
}

/** The latest setting, possibly not yet in force. */
export async function readRetention(database: Database): Promise<StoredRetention> {
  return (await readFact(database, 'lead_retention')) ?? { won: null, lost: null, spam: null };
}

/** During the grace period, the milder of old and new rules. */
function activeRules({ applies_from = '', until_then, won, lost, spam }: StoredRetention): Rules {
  const rules = { won, lost, spam };
  return until_then && applies_from > new Date().toISOString() ? milder(until_then, rules) : rules;
}

function milder(one: Rules, other: Rules): Rules {
  const of = (kind: Kind) => (one[kind] === null || other[kind] === null ? null : Math.max(one[kind], other[kind]));
  return { won: of('won'), lost: of('lost'), spam: of('spam') };
}

async function mailOwners(
  transaction: Database,
  actor: Actor,
  { erased, publicUrl, stored }: { erased: number; publicUrl: string; stored: StoredRetention },
): Promise<void> {
  const owners = await selectOwners(transaction).select('email').orderBy('id').execute();
  const recipients = owners.map(({ email }) => email).filter(isOneAddress);
  await mailAll(transaction, recipients, () => {
    const lines = kinds.map((kind) => {
      const [name, months] = [t(kind), stored[kind]];
      if (months === null) return t`${name}: kept`;
      return months === 1 ? t`${name}: erased after 1 month` : t`${name}: erased after ${months} months`;
    });
    const begin = stored.applies_from
      ? t`Today these rules would erase ${erased} leads for good. They begin on ${dayInDhaka(new Date(stored.applies_from))}; until then you can change them.`
      : t('Nothing is erased earlier than before.');
    const subject = t('The retention of leads was changed');
    return {
      subject,
      kind: 'retention',
      parts: [
        {
          heading: subject,
          lines: [t`${actor.user.name} (${actor.user.email}) set:`, ...lines, begin].map((text) => ({ text })),
        },
        { button: { text: t('Look at the leads'), link: publicUrl + adminPages.contactRequests } },
      ],
    };
  });
}

/** Erases what the rules say, and what was in the trash for too long. */
export async function eraseOutdated(database: Database): Promise<void> {
  const rules = activeRules(await readRetention(database));
  // What an import in progress hides is deleted since an hour before what the trash shows; it has one more hour to finish.
  let erased = await eraseBatches(database, 'trash', (transaction) =>
    unmerged(transaction).where('deleted_at', '<=', oldestInTrash(2)),
  );
  for (const kind of kinds)
    erased += await eraseBatches(database, 'retention', (transaction) => outdated(transaction, kind, rules));
  if (erased > 0) await forgetErased(database);
}

/** Each has a history and mails. */
const leadsAtOnce = 50;

/** Returns the number of erased leads, not counting those merged into them. */
async function eraseBatches(
  database: Database,
  reason: ErasureReason,
  select: (transaction: Database) => ReturnType<typeof unmerged>,
): Promise<number> {
  const erase = (most: number) =>
    database.transaction().execute(async (transaction) => {
      const rows = await select(transaction).select('id').orderBy('id').limit(most).execute();
      const ids = rows.map(({ id }) => id);
      await eraseLeads(transaction, await familyOf(transaction, ids), reason);
      return ids.length;
    });
  return inBatches(erase, leadsAtOnce);
}

async function countOutdated(database: Database, rules: Rules): Promise<number> {
  let sum = 0;
  for (const kind of kinds) sum += await countRows(outdated(database, kind, rules));
  return sum;
}

/** No lead is older than a rule that keeps them. */
function outdated(database: Database, kind: Kind, { [kind]: months }: Rules) {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - (months ?? 0));
  const limit = months === null ? '' : before.toISOString();
  return kind === 'spam'
    ? unmerged(database).where('spam', '=', 1).where('created_at', '<', limit)
    : unmerged(database).where('stage', '=', kind).where('spam', '=', 0).where('stage_since', '<', limit);
}

/** Merged leads are erased together with the lead that they were merged into. */
function unmerged(database: Database) {
  return database.selectFrom('demo_requests').where('merged_into_id', 'is', null);
}
