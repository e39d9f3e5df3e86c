import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { leadCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors, messageOnWire, recordOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { idOnWire } from '#wire/records.ts';
import { auditLead, noSuchLead } from '../lead/data.server.ts';
import { eraseWord, type Retention, retentionOnWire } from '../schema.ts';
import { eraseLeads, leadsOfPerson, readRetention, writeRetention } from './data.server.ts';

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
  scope.post<{ Params: { id: string } }>(
    leadCalls.erase,
    { schema: { tags, body: eraseForm, response: { 200: erasedOnWire, ...errors(401, 404, 422) } } },
    async (request) => {
      const id = idOf(request, noSuchLead);
      const erased = await database.transaction().execute(async (transaction) => {
        const ids = await leadsOfPerson(transaction, id);
        if (ids.length === 0) throw notFound(noSuchLead);
        await eraseLeads(transaction, ids, 'request');
        await auditLead(transaction, actorOf(request), 'erase', id, { after: { erased: ids } });
        return ids;
      });
      const requests = erased.length === 1 ? '1 request' : `${erased.length} requests`;
      return { data: { id, erased }, message: `The person was erased, with ${requests}` };
    },
  );

  scope.get(
    leadCalls.retention,
    { schema: { tags, response: { 200: recordOnWire(retentionOnWire), ...errors(401) } } },
    async () => ({ data: await readRetention(database) }),
  );

  scope.put(
    leadCalls.retention,
    { schema: { tags, body: retentionForm, response: { 200: writtenOnWire(retentionOnWire), ...errors(401, 422) } } },
    async (request) => {
      const after = request.body as Retention;
      await database.transaction().execute(async (transaction) => {
        const before = await readRetention(transaction);
        await writeRetention(transaction, after);
        await recordChange(transaction, actorOf(request), {
          action: 'retention',
          kind: 'demo_requests',
          recordId: 0,
          before,
          after,
        });
      });
      return { data: after, message: 'Retention saved' };
    },
  );
}
