import { sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import { writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { deleteMailsLinking, deleteMailsOf } from '#mail/queue.server.ts';
import { leadCalls } from '#paths.ts';
import { forgetErased } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { setAttachment } from '#platform/files/exports.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { auditLead, familyOf, noSuchLead } from '../lead/data.server.ts';
import { eraseWord } from '../lead/limits.ts';
import type { Stage } from '../lead/strings.ts';

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

export type ErasureReason = 'request' | 'retention' | 'trash';

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

export async function eraseLeads(transaction: Database, ids: number[], reason: ErasureReason): Promise<void> {
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
    .select(['id', 'name', 'institute_name', 'number', 'email', 'created_at', 'updated_at', 'origin', 'stage'])
    .select(['stage_since', 'lost_reason', 'next_step', 'next_step_on', 'value', 'called_after', 'students'])
    .select(['package_note', 'page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'access_mail'])
    .select(['consent', 'spam', 'spam_score', 'spam_reasons', 'merged_into_id', 'deleted_at'])
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
