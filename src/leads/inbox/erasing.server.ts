import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { forgetMailsLinking, forgetMailsOf } from '#mail/queue.server.ts';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { forgetErased } from '#server/database/forget.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { dataOnWire, errors, messageOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { oldestInTrash } from '#server/lists/trash.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { idOnWire } from '#wire/records.ts';
import { auditLead, familyOf, noSuchLead } from '../lead/data.server.ts';
import { eraseWord } from '../lead/limits.ts';
import { type Retention, retentionOnWire } from '../lead/schema.ts';
import type { Stage } from '../lead/words.ts';
import { heldAbout, leadsOfPerson } from './person.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    lead_erasures: LeadErasuresTable;
  }
}

/** How many leads were erased, so that the figures of past months stay right. Nothing of the people is left. */
interface LeadErasuresTable {
  /** YYYY-MM, when the lead came. */
  month: string;
  stage: Stage;
  reason: ErasureReason;
  count: number;
}

type ErasureReason = 'request' | 'retention' | 'trash';

/** Removes leads and every trace of them: their history goes with them, the mails to them too. A count stays. */
async function eraseLeads(transaction: Database, ids: number[], reason: ErasureReason): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'stage', 'created_at', 'email'])
    .where('id', 'in', ids)
    .execute();
  await transaction.deleteFrom('demo_requests').where('id', 'in', ids).execute();
  await forgetMailsOf(transaction, { kind: 'demo_request', ids, addresses: await withoutLead(transaction, rows) });
  const links = ids.map((id) => `request=${id}`);
  await forgetMailsLinking(transaction, 'digest', links);
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

/** Leads whose time is over: by the rules that staff set, and what lay in the trash too long. A few at a time. */
export async function eraseOutdated(database: Database): Promise<void> {
  const rules = await readRetention(database);
  let erased = await eraseBatches(database, 'trash', (leads) => leads.where('deleted_at', '<=', oldestInTrash()));
  for (const kind of ['won', 'lost', 'spam'] as const) {
    const before = momentOfMonthsAgo(rules[kind]);
    if (before === null) continue;
    erased += await eraseBatches(database, 'retention', (leads) =>
      kind === 'spam'
        ? leads.where('spam', '=', 1).where('created_at', '<', before)
        : leads.where('stage', '=', kind).where('spam', '=', 0).where('stage_since', '<', before),
    );
  }
  if (erased > 0) await forgetErased(database);
}

const fact = 'lead_retention';

async function readRetention(database: Database): Promise<Retention> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', fact).executeTakeFirst();
  return row ? JSON.parse(row.value) : { won: null, lost: null, spam: null };
}

async function writeRetention(transaction: Database, rules: Retention): Promise<void> {
  await transaction
    .insertInto('store_facts')
    .values({ name: fact, value: JSON.stringify(rules) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(rules) }))
    .execute();
}

/** Leads that go in one transaction. */
const atOnce = 100;

type Leads = ReturnType<typeof outdated>;

/** Answers how many leads had to go. */
async function eraseBatches(
  database: Database,
  reason: ErasureReason,
  narrow: (leads: Leads) => Leads,
): Promise<number> {
  for (let erasedInAll = 0; ; ) {
    const erased = await database.transaction().execute(async (transaction) => {
      const rows = await narrow(outdated(transaction)).execute();
      await eraseLeads(transaction, await familyOf(transaction, idsIn(rows)), reason);
      return rows.length;
    });
    erasedInAll += erased;
    if (erased < atOnce) return erasedInAll;
  }
}

/** A lead that was merged goes with the one that it was merged into, not before. */
function outdated(transaction: Database) {
  return transaction
    .selectFrom('demo_requests')
    .select('id')
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .limit(atOnce);
}

function idsIn(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Those of the addresses that no other lead has. */
async function withoutLead(transaction: Database, rows: { email: string }[]): Promise<string[]> {
  const addresses = [...new Set(rows.map(({ email }) => email.toLowerCase()).filter(Boolean))];
  if (addresses.length === 0) return [];
  const kept = await transaction
    .selectFrom('demo_requests')
    .select('email')
    .where(sql<boolean>`lower(email) in (${sql.join(addresses)})`)
    .execute();
  const used = new Set(kept.map(({ email }) => email.toLowerCase()));
  return addresses.filter((address) => !used.has(address));
}

function momentOfMonthsAgo(months: number | null): string | null {
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
const retentionForm = z.object({ won: months, lost: months, spam: months });

const erasedOnWire = mini.object({
  data: mini.object({ id: idOnWire, erased: mini.array(idOnWire) }),
  ...messageOnWire.shape,
});

/** People who ask to be forgotten, and how long the others are kept. */
export function erasingApi({ database }: Foundations, scope: FastifyInstance): void {
  const calls = scope.withTypeProvider<ZodTypeProvider>();

  calls.post(
    leadCalls.erase,
    {
      schema: {
        summary: 'Erase a lead',
        tags,
        body: eraseForm,
        response: { 200: erasedOnWire, ...errors(401, 404, 422) },
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
      // They are erased all the same: the next time the file is written anew, this is made up for.
      await forgetErased(database).catch((error: Error) =>
        request.log.warn({ event: 'erased_not_rewritten', reason: error.message }),
      );
      const requests = erased.length === 1 ? '1 request' : `${erased.length} requests`;
      return { data: { id, erased }, message: `The person was erased, with ${requests}` };
    },
  );

  calls.get(
    leadCalls.person,
    {
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
      const held = { exported_at: new Date().toISOString(), ...(await heldAbout(database, ids)) };
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="person-${id}.json"`)
        .send(JSON.stringify(held, null, 2));
    },
  );

  calls.get(
    leadCalls.retention,
    {
      schema: {
        summary: 'Get the retention of leads',
        tags,
        response: { 200: dataOnWire(retentionOnWire), ...errors(401) },
      },
    },
    async () => ({ data: await readRetention(database) }),
  );

  calls.put(
    leadCalls.retention,
    {
      schema: {
        summary: 'Update the retention of leads',
        tags,
        body: retentionForm,
        response: { 200: writtenOnWire(retentionOnWire), ...errors(401, 422) },
      },
    },
    async (request) => {
      const after = request.body;
      await database.transaction().execute(async (transaction) => {
        const before = await readRetention(transaction);
        await writeRetention(transaction, after);
        await auditLead(transaction, actorOf(request), 'retention', 0, { before, after });
      });
      return { data: after, message: 'Retention saved' };
    },
  );
}
