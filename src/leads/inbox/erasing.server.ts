import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { dataSchema, errors, messageSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { renderMailParts } from '#mail/layout/mail-of-parts.server.tsx';
import { deleteMailsLinking, deleteMailsOf, queueMail } from '#mail/queue.server.ts';
import { adminPages, leadCalls } from '#paths.ts';
import { forgetErased } from '#platform/database/forget.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { auditLead, familyOf, noSuchLead } from '../lead/data.server.ts';
import { eraseWord } from '../lead/limits.ts';
import { type Retention, retentionSchema } from '../lead/schema.ts';
import type { Stage } from '../lead/strings.ts';
import { leadsOfPerson, personalDataOf } from './person.server.ts';

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

async function eraseLeads(transaction: Database, ids: number[], reason: ErasureReason): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'stage', 'created_at', 'email'])
    .where('id', 'in', ids)
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

export async function eraseOutdated(database: Database): Promise<void> {
  const rules = activeRules(await readRetention(database));
  let erased = await eraseBatches(database, 'trash', (leads) => leads.where('deleted_at', '<=', oldestInTrash()));
  for (const kind of kinds) {
    const before = timestampMonthsAgo(rules[kind]);
    if (before !== null) erased += await eraseBatches(database, 'retention', olderThan(kind, before));
  }
  if (erased > 0) await forgetErased(database);
}

const kinds = ['won', 'lost', 'spam'] as const;

/** Months, or null to keep them forever. */
type Rules = Pick<Retention, (typeof kinds)[number]>;

interface StoredRetention extends Rules {
  /** Missing if the grace period is over, or if the rules are older than grace periods. */
  applies_from?: string;
  /** In force before `applies_from`. */
  until_then?: Rules;
}

/** Days in which owners, who are mailed, can undo stricter rules. */
const graceDays = 7;

/** During the grace period, the milder of old and new rules. */
function activeRules({ applies_from = '', until_then, ...rules }: StoredRetention, now = new Date()): Rules {
  return until_then && applies_from > now.toISOString() ? milder(until_then, rules) : rules;
}

function milder(one: Rules, other: Rules): Rules {
  const of = (kind: keyof Rules) =>
    one[kind] === null || other[kind] === null ? null : Math.max(one[kind], other[kind]);
  return { won: of('won'), lost: of('lost'), spam: of('spam') };
}

const fact = 'lead_retention';

async function readRetention(database: Database): Promise<StoredRetention> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', fact).executeTakeFirst();
  return row ? JSON.parse(row.value) : { won: null, lost: null, spam: null };
}

function retentionToWire({ won, lost, spam, applies_from }: StoredRetention): Retention {
  const isComing = applies_from !== undefined && applies_from > new Date().toISOString();
  return { won, lost, spam, applies_from: isComing ? applies_from : null };
}

async function countOutdated(database: Database, rules: Rules): Promise<number> {
  let sum = 0;
  for (const kind of kinds) {
    const before = timestampMonthsAgo(rules[kind]);
    if (before === null) continue;
    const { count } = await olderThan(
      kind,
      before,
    )(unmerged(database))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    sum += count;
  }
  return sum;
}

function olderThan(kind: keyof Rules, before: string): (leads: Leads) => Leads {
  return (leads) =>
    kind === 'spam'
      ? leads.where('spam', '=', 1).where('created_at', '<', before)
      : leads.where('stage', '=', kind).where('spam', '=', 0).where('stage_since', '<', before);
}

async function mailOwners(
  transaction: Database,
  actor: Actor,
  { erased, publicUrl, stored }: { erased: number; publicUrl: string; stored: StoredRetention },
): Promise<void> {
  const owners = await transaction
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'owner')
    .where('status', '=', 1)
    .where('password_hash', '!=', '')
    .orderBy('id')
    .execute();
  const lines = kinds.map((kind) => {
    const months = stored[kind];
    return months === null ? `${kind}: kept` : `${kind}: erased after ${months} ${months === 1 ? 'month' : 'months'}`;
  });
  const begin = stored.applies_from
    ? `Today these rules would erase ${erased} leads for good. They begin on ${dayInDhaka(new Date(stored.applies_from))}; until then you can change them.`
    : 'Nothing is erased earlier than before.';
  const { name: brand } = await siteSettings(transaction);
  const mail = renderMailParts({ lang: 'en', brand }, [
    {
      heading: 'The retention of leads was changed',
      lines: [`${actor.user.name} (${actor.user.email}) set:`, ...lines, begin].map((text) => ({ text })),
    },
    { button: { text: 'Look at the leads', link: publicUrl + adminPages.contactRequests } },
  ]);
  const subject = 'The retention of leads was changed';
  for (const { email } of owners.filter((owner) => isOneAddress(owner.email)))
    await queueMail(transaction, { to: email, subject, kind: 'retention', ...mail });
}

async function writeRetention(transaction: Database, rules: StoredRetention): Promise<void> {
  await transaction
    .insertInto('store_facts')
    .values({ name: fact, value: JSON.stringify(rules) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(rules) }))
    .execute();
}

const batchSize = 100;

type Leads = ReturnType<typeof unmerged>;

/** Returns the number of erased leads, not counting those merged into them. */
async function eraseBatches(
  database: Database,
  reason: ErasureReason,
  narrow: (leads: Leads) => Leads,
): Promise<number> {
  for (let erasedInAll = 0; ; ) {
    const erased = await database.transaction().execute(async (transaction) => {
      const rows = await narrow(unmerged(transaction)).select('id').orderBy('id').limit(batchSize).execute();
      await eraseLeads(transaction, await familyOf(transaction, idsIn(rows)), reason);
      return rows.length;
    });
    erasedInAll += erased;
    if (erased < batchSize) return erasedInAll;
  }
}

/** Merged leads are erased together with the lead that they were merged into. */
function unmerged(database: Database) {
  return database.selectFrom('demo_requests').where('merged_into_id', 'is', null);
}

function idsIn(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

async function unusedAddresses(transaction: Database, rows: { email: string }[]): Promise<string[]> {
  const addresses = [...new Set(rows.map(({ email }) => email.toLowerCase()).filter(Boolean))];
  if (addresses.length === 0) return [];
  const remaining = await transaction
    .selectFrom('demo_requests')
    .select('email')
    .where(sql<boolean>`lower(email) in (${sql.join(addresses)})`)
    .execute();
  const used = new Set(remaining.map(({ email }) => email.toLowerCase()));
  return addresses.filter((address) => !used.has(address));
}

function timestampMonthsAgo(months: number | null): string | null {
  if (months === null) return null;
  const moment = new Date();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  return moment.toISOString();
}

const tags = [leadCalls.list];

const eraseForm = z.object({
  confirm: z.literal(eraseWord, { error: `Write ${eraseWord} to confirm. This can’t be undone.` }),
});

const months = z.union([z.null(), z.int().min(1).max(120)], { error: 'Write months from 1 to 120, or null to keep.' });
const retentionForm = z.object({ won: months, lost: months, spam: months, confirm: z.string().optional() });

function confirmMessage(count: number): string {
  const leads = count === 1 ? '1 lead' : `${count} leads`;
  return `Tonight these rules would erase ${leads} for good. Write ${eraseWord} to confirm. They begin in ${graceDays} days.`;
}

const erasedSchema = mini.object({
  data: mini.object({ id: idSchema, erased: mini.array(idSchema) }),
  ...messageSchema.shape,
});

export function erasingApi({ database, settings }: AppContext, scope: Http): void {
  scope.post(
    leadCalls.erase,
    {
      schema: {
        summary: 'Erase a lead',
        tags,
        body: eraseForm,
        response: { 200: erasedSchema, ...errors(401, 404, 422) },
      },
    },
    async (request) => {
      const id = idOf(request, noSuchLead);
      const erased = await database.transaction().execute(async (transaction) => {
        const ids = await leadsOfPerson(transaction, id);
        if (ids.length === 0) throw notFound(noSuchLead);
        await eraseLeads(transaction, ids, 'request');
        await auditLead(transaction, actorOf(request), 'erase', id, { after: { erased: ids } });
        return ids;
      });
      // The leads are erased already; the next rewrite of the file removes their remains.
      await forgetErased(database).catch((error: Error) =>
        request.log.warn({ event: 'erased_not_rewritten', reason: error.message }),
      );
      const requests = erased.length === 1 ? '1 request' : `${erased.length} requests`;
      return { data: { id, erased }, message: `The person was erased, with ${requests}` };
    },
  );

  scope.get(
    leadCalls.person,
    {
      config: { need: 'write' },
      schema: {
        summary: 'Export a person',
        tags,
        describedAnswer: 'application/json',
        response: errors(401, 404),
      },
    },
    async (request, reply) => {
      const id = idOf(request, noSuchLead);
      const ids = await leadsOfPerson(database, id);
      if (ids.length === 0) throw notFound(noSuchLead);
      await database
        .transaction()
        .execute((transaction) =>
          auditLead(transaction, actorOf(request), 'export-person', id, { after: { exported: ids } }),
        );
      const personalData = { exported_at: new Date().toISOString(), ...(await personalDataOf(database, ids)) };
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="person-${id}.json"`)
        .send(JSON.stringify(personalData, null, 2));
    },
  );

  scope.get(
    leadCalls.retention,
    {
      schema: {
        summary: 'Get the retention of leads',
        tags,
        response: { 200: dataSchema(retentionSchema), ...errors(401) },
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
        tags,
        body: retentionForm,
        response: { 200: writtenSchema(retentionSchema), ...errors(401, 422) },
      },
    },
    async (request) => {
      const { confirm, ...rules } = request.body;
      const erased = await countOutdated(database, rules);
      const after = await database.transaction().execute(async (transaction) => {
        const before = await readRetention(transaction);
        const until_then = activeRules(before);
        const isStricter = !isDeepStrictEqual(milder(until_then, rules), rules);
        if (isStricter && erased > 0 && confirm !== eraseWord) throw invalid({ confirm: [confirmMessage(erased)] });
        const applies_from = new Date(Date.now() + graceDays * 86_400_000).toISOString();
        const stored: StoredRetention = isStricter ? { ...rules, applies_from, until_then } : rules;
        await writeRetention(transaction, stored);
        const actor = actorOf(request);
        await auditLead(transaction, actor, 'retention', 0, { before, after: stored });
        await mailOwners(transaction, actor, { erased, publicUrl: settings.publicUrl, stored });
        return retentionToWire(stored);
      });
      const begin = after.applies_from ? `. It begins in ${graceDays} days; the owners are mailed` : '';
      return { data: after, message: `Retention saved${begin}` };
    },
  );
}
