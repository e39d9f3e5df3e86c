// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, csrfToken, secret } from '../helpers/built-server.ts';
import { databases, report, scale } from '../helpers/chaos.ts';
import { visitor } from '../helpers/content.ts';
import { callOf } from '../helpers/leads.ts';
import { openOffice } from '../helpers/office.ts';
import { Receiver } from '../helpers/receiver.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { hireStaff, sessionOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

/** Each life of the program ends by a kill, around the moment at which something is called. */
const lives = scale(2, 40);
const leadsOfLife = 2;

describe.each(databases('sqlite'))('Webhooks and texts on %s', (kind) => {
  let store: Store;
  let webhook: Receiver;
  let gateway: Receiver;
  let session: string;
  beforeEach(async () => {
    store = await freshStore(kind);
    [webhook, gateway] = await Promise.all([new Receiver().listen(), new Receiver().listen()]);
    const app = await openTestApp({ store, env: { SECRET: secret } });
    const office = await openOffice(app);
    await office.made(adminCalls.webhooks, { url: webhook.url, events: ['lead.created', 'lead.won'], status: 1 });
    await office.made(adminCalls.webhooks, { url: `${gateway.url}?to={number}&text={text}&ref={id}`, events: ['sms'] });
    session = await sessionOf(app, await hireStaff(app));
    await app.close();
    return async () => {
      await Promise.all([webhook.close(), gateway.close()]);
      await store.remove();
    };
  });

  test('arrive at least once, each under one id, whatever is refused or late and whoever is killed', async (context) => {
    const random = seededRandom(`webhooks and texts on ${kind}`);
    let faults = 0;
    const trouble: Receiver['plan'] = async () => {
      await sleep(random() * 40);
      const chance = random();
      if (chance > 0.5) return { text: '' };
      faults++;
      return chance > 0.3 ? { status: 500, text: '' } : chance > 0.15 ? 'drop' : 'hang';
    };
    webhook.plan = trouble;
    gateway.plan = trouble;
    const leads: number[] = [];
    for (let life = 0; life < lives; life++) {
      const server = await BuiltServer.serving(store);
      for (let count = 0; count < leadsOfLife; count++) leads.push(await workThrough(server, leads.length));
      await endWaits(store);
      await sleep(random() * 700);
      await server.kill();
      // As after the half minute of a lease and the waits between attempts.
      await endWaits(store, 'leases too');
    }
    webhook.plan = () => ({ text: '' });
    gateway.plan = () => ({ text: '' });
    const last = await BuiltServer.serving(store);
    await expect.poll(() => endWaits(store).then(() => unfinished(store)), { timeout: 30_000, interval: 200 }).toBe(0);
    await last.kill();

    const ids = new Map<string, Set<unknown>>();
    const note = (what: string, id: unknown) => ids.set(what, (ids.get(what) ?? new Set()).add(id));
    for (const { body, headers } of webhook.calls) {
      const { type, data } = JSON.parse(body);
      note(`${type} ${data.id}`, headers['webhook-id']);
    }
    for (const { url } of gateway.calls) note(`the text ${url.searchParams.get('text')}`, url.searchParams.get('ref'));
    const expected = leads.flatMap((id) =>
      ['lead.created', 'lead.won'].flatMap((event) => [`${event} ${id}`, `the text ${event} ${id}`]),
    );
    const lost = expected.filter((what) => !ids.has(what));
    const several = expected.filter((what) => (ids.get(what)?.size ?? 0) > 1);
    report(context, {
      what: `webhooks and texts, ${kind}`,
      measured:
        `${expected.length} deliveries, ${lives} kills, ${faults} of ${webhook.calls.length + gateway.calls.length} ` +
        `calls refused, cut or unanswered: ${lost.length} lost, ${several.length} under two ids`,
      goal: '0 lost, 0 under two ids',
    });
    expect({ lost, several }).toEqual({ lost: [], several: [] });
    expect(faults).toBeGreaterThan(0);
  });

  /** Somebody asks for a demo and is sent a text; the lead is won, and gets another. Answers its id. */
  async function workThrough({ client }: BuiltServer, index: number): Promise<number> {
    const from = `127.4.0.${(index % 250) + 1}`;
    const asked = await client.postJson(calls.demoRequest, visitor(index), { 'x-csrf-token': csrfToken() }, from);
    expect(asked.status, asked.text).toBe(201);
    const { id } = asked.json<{ data: { id: number } }>().data;
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    for (const [method, path, body] of [
      ['POST', leadCalls.sms, { text: `lead.created ${id}` }],
      ['PUT', leadCalls.one, { status: 'won' }],
      ['POST', leadCalls.sms, { text: `lead.won ${id}` }],
    ] as const) {
      const answer = await client.send(callOf(path, id), { method, headers, body: JSON.stringify(body) });
      expect(answer.status, answer.text).toBe(200);
    }
    return id;
  }
});

/** What waits for its next attempt has it now; with the leases, what was held by whoever was killed is free. */
function endWaits(store: Store, leases?: 'leases too') {
  const past = '2026-01-01T00:00:00.000Z';
  return readStore(store, async (database) => {
    const queued = { next_attempt_at: past, attempts: 0 };
    await database.updateTable('deliveries').set(queued).where('state', '=', 'queued').execute();
    if (leases)
      await database.updateTable('deliveries').set({ claimed_at: past }).where('state', '=', 'sending').execute();
  });
}

async function unfinished(store: Store): Promise<number> {
  const left = await readStore(store, (database) =>
    database.selectFrom('deliveries').select('id').where('state', '<>', 'delivered').execute(),
  );
  return left.length;
}
