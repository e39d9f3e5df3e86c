// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { databases, report, scale } from '../helpers/chaos.ts';
import { visitor } from '../helpers/content.ts';
import { callOf } from '../helpers/leads.ts';
import { openOffice } from '../helpers/office.ts';
import { Receiver } from '../helpers/receiver.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { hireStaff, sessionOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

const token = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();

/** Each life of the program ends by a kill, around the moment at which something is called. */
const lives = scale(2, 40);
const leadsOfLife = 2;

describe.each(databases('sqlite'))('Webhooks and texts on %s', (kind) => {
  let store: Store;
  let webhook: Receiver;
  let gateway: Receiver;
  let session: string;
  beforeAll(async () => {
    store = await freshStore(kind);
    [webhook, gateway] = await Promise.all([new Receiver().listen(), new Receiver().listen()]);
    session = await setUp();
  });
  afterAll(async () => {
    await Promise.all([webhook.close(), gateway.close()]);
    await store.remove();
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
      const server = await BuiltServer.start(store);
      await server.ready();
      for (let count = 0; count < leadsOfLife; count++) leads.push(await workThrough(server, leads.length));
      await endWaits(store);
      await sleep(random() * 700);
      await server.kill();
      // As after the half minute of a lease and the waits between attempts.
      await endWaits(store, 'leases too');
    }
    webhook.plan = () => ({ text: '' });
    gateway.plan = () => ({ text: '' });
    const last = await BuiltServer.start(store);
    await last.ready();
    await expect.poll(() => endWaits(store).then(() => unfinished(store)), { timeout: 30_000, interval: 200 }).toBe(0);
    await last.kill();

    const told = webhook.calls.map(({ body, headers }) => ({ id: headers['webhook-id'], ...JSON.parse(body) }));
    const texts = gateway.calls.map(({ url }) => Object.fromEntries(url.searchParams));
    const lost: string[] = [];
    const several: string[] = [];
    const judge = (what: string, ids: unknown[]) => {
      if (ids.length === 0) lost.push(what);
      if (new Set(ids).size > 1) several.push(what);
    };
    for (const lead of leads) {
      for (const event of ['lead.created', 'lead.won']) {
        const events = told.filter(({ type, data }) => type === event && data.id === lead);
        judge(
          `${event} of lead ${lead}`,
          events.map(({ id }) => id),
        );
        const its = texts.filter(({ text }) => text === `${event} ${lead}`);
        judge(
          `the text ${event} ${lead}`,
          its.map(({ ref }) => ref),
        );
      }
    }
    report(context, {
      what: `webhooks and texts, ${kind}`,
      measured:
        `${leads.length * 4} deliveries, ${lives} kills, ${faults} of ${told.length + texts.length} calls refused, cut ` +
        `or unanswered: ${lost.length} lost, ${several.length} under two ids`,
      goal: '0 lost, 0 under two ids',
    });
    expect({ lost, several }).toEqual({ lost: [], several: [] });
    expect(faults).toBeGreaterThan(0);
  });

  /** Somebody asks for a demo and is sent a text; the lead is won, and gets another. Answers its id. */
  async function workThrough(server: BuiltServer, index: number): Promise<number> {
    const asked = await server.client.postJson(
      calls.demoRequest,
      visitor(index),
      { 'x-csrf-token': token },
      `127.4.0.${(index % 250) + 1}`,
    );
    expect(asked.status, asked.text).toBe(201);
    const { id } = asked.json<{ data: { id: number } }>().data;
    const staff = async (method: string, path: string, body: object) => {
      const answer = await server.client.send(callOf(path, id), {
        method,
        headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status, answer.text).toBe(200);
    };
    await staff('POST', leadCalls.sms, { text: `lead.created ${id}` });
    await staff('PUT', leadCalls.one, { status: 'won' });
    await staff('POST', leadCalls.sms, { text: `lead.won ${id}` });
    return id;
  }

  /** Says in the back office who is told of what. Answers a session that goes on. */
  async function setUp(): Promise<string> {
    const app = await openTestApp({ store, env: { SECRET: secret } });
    const office = await openOffice(app);
    const answers = [
      await office.post(adminCalls.webhooks, { url: webhook.url, events: ['lead.created', 'lead.won'], status: 1 }),
      await office.post(adminCalls.webhooks, {
        url: `${gateway.url}?to={number}&text={text}&ref={id}`,
        events: ['sms'],
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const made = await sessionOf(app, await hireStaff(app));
    await app.close();
    return made;
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

function unfinished(store: Store): Promise<number> {
  return readStore(store, async (database) => {
    const rows = await database.selectFrom('deliveries').select('id').where('state', '<>', 'delivered').execute();
    return rows.length;
  });
}
