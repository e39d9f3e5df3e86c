import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { errorForReader } from '#integrations/call.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import { setFact } from '#platform/database/facts.server.ts';
import { deleteInBatches } from '#platform/database/rows.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { equal } from '#platform/http/csrf.server.ts';
import { queuedNow } from '#platform/jobs/queue.server.ts';
import { createRetryingWorker } from '#platform/jobs/retrying-worker.server.ts';
import type { ContentLookups } from '../requests/data.server.ts';
import { fetchInbound, parseJson } from './fetcher.server.ts';
import { type LeadAds, leadAdsSchema } from './schema.ts';
import { leadAdsEncrypter, leadAdsForm, leadAdsSecret, readLeadAds } from './settings.server.ts';

/** Leads of forms at Facebook and Instagram. Meta tells of each by a signed call; then it is fetched from there. */
export function leadAdsModule(lookups: ContentLookups) {
  return {
    routes: inboundApi,
    staffRoutes: { webhooks: leadAdsApi },
    jobs: [
      {
        table: 'inbound_leads',
        create: (context) => createRetryingWorker(context, 'inbound_leads', fetchInbound(context, lookups)),
      },
    ],
    cleanups: ({ database }) => [
      {
        name: 'inbound leads',
        // Meta has them no longer.
        run: () =>
          deleteInBatches(
            database,
            'inbound_leads',
            inboundLeads(database).where('updated_at', '<', timestampIn(database, -90 * 86_400)),
          ),
      },
    ],
    secrets: [leadAdsSecret],
  } satisfies Module;
}

const inboundLeads = (database: AppContext['database']) => database.selectFrom('inbound_leads');

const verification = z.object({
  'hub.verify_token': z.string().describe('The word that an owner entered here and at Meta'),
  'hub.challenge': z
    .string()
    .regex(/^\w{1,200}$/)
    .describe('What is answered'),
});

/** In bytes; Meta tells of a thousand leads in one call at most. */
const bodyLimit = 2 ** 20;

/** No CSRF token: what Meta sends is signed with the secret of the app, which no browser knows. */
async function inboundApi({ http, database, settings }: AppContext): Promise<void> {
  await http.register(async (scope) => {
    // The signature is over the bytes.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.get<{ Querystring: z.output<typeof verification> }>(
      calls.inboundMeta,
      {
        schema: {
          summary: 'Verify the address for Lead Ads',
          querystring: verification.loose(),
          describedAnswer: 'text/plain',
        },
      },
      async ({ query }, reply) => {
        const { status, verify_token } = await readLeadAds(database, settings);
        if (!status || !equal(query['hub.verify_token'], verify_token))
          throw new HttpError(403, 'The token is not ours.');
        return reply.type('text/plain; charset=utf-8').send(query['hub.challenge']);
      },
    );

    scope.post(
      calls.inboundMeta,
      { bodyLimit, schema: { summary: 'Tell of a lead', response: { 200: z.object({ received: z.int() }) } } },
      async (request) => {
        // No body, and what is no JSON, is signed by nobody.
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { status, app_secret, page_id } = await readLeadAds(database, settings);
        const signature = `sha256=${createHmac('sha256', app_secret).update(body).digest('hex')}`;
        if (!status || !equal(String(request.headers['x-hub-signature-256']), signature))
          throw new HttpError(403, 'The signature is not right.');
        const ids = readLeadgenIds(body.toString(), page_id);
        if (ids.length > 0)
          await database
            .insertInto('inbound_leads')
            .values(ids.map((leadgen_id) => ({ leadgen_id, ...queuedNow(database) })))
            .onConflict((conflict) => conflict.column('leadgen_id').doNothing())
            .execute();
        return { received: ids.length };
      },
    );
  });
}

/** Ids come as numbers too, which may be too large to be exact: they become texts before they are parsed. */
function readLeadgenIds(json: string, page: string): string[] {
  const ids: string[] = [];
  parseJson(json.replace(/(_id"\s*:\s*)(\d+)/g, '$1"$2"'), (_key, value) => {
    if (value?.page_id === page && /^\d{1,30}$/.test(value.leadgen_id)) ids.push(value.leadgen_id);
    return value;
  });
  return ids;
}

function leadAdsApi({ database, settings }: AppContext, scope: StaffScope): void {
  const read = async (): Promise<LeadAds> => {
    const { status, page_id, fields, ...secrets } = await readLeadAds(database, settings);
    const open = await inboundLeads(database)
      .select('last_error')
      .where('state', '<>', 'done')
      .orderBy('last_error')
      .execute();
    return {
      url: settings.publicUrl + calls.inboundMeta,
      status,
      page_id,
      fields,
      secrets: Object.entries(secrets).flatMap(([name, value]) => (value ? [name] : [])),
      waiting: open.length,
      last_error: errorForReader(open.find(({ last_error }) => last_error)?.last_error ?? null),
    };
  };

  scope.get(
    adminCalls.inbound,
    { schema: { summary: 'Get the settings of Lead Ads', response: { 200: dataSchema(leadAdsSchema) } } },
    async () => ({ data: await read() }),
  );

  scope.put(
    adminCalls.inbound,
    {
      config: { confirm: true },
      schema: { summary: 'Set up Lead Ads', body: leadAdsForm, response: { 200: writtenSchema(leadAdsSchema) } },
    },
    async (request) => {
      const form = { ...request.body };
      const before = await readLeadAds(database, settings);
      for (const name of ['page_token', 'app_secret', 'verify_token'] as const) {
        form[name] ||= before[name];
        if (form[name] === '') throw invalid({ [name]: ['Without it no lead can be fetched.'] });
      }
      await database.transaction().execute(async (transaction) => {
        await setFact(transaction, 'lead_ads', leadAdsEncrypter(settings).encrypt(form));
        const after = { status: form.status, page_id: form.page_id };
        await recordChange(transaction, actorOf(request), { action: 'update', kind: 'lead-ads', recordId: 1, after });
        // What was given up may work now.
        await transaction
          .updateTable('inbound_leads')
          .set({ state: 'queued', attempts: 0, next_attempt_at: timestampIn(transaction, 0) })
          .where('state', 'in', ['queued', 'dead'])
          .execute();
      });
      return { data: await read(), message: 'Lead Ads updated successfully' };
    },
  );
}
