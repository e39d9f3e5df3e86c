import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { CsrfGuard } from '#server/http/csrf.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { visitor } from '../helpers/content.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { openOffice } from '../helpers/office.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

/** On each database; both together are what the product promises: 1,000 requests, 20 kills. */
const requests = 500;
const kills = 10;
const token = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();

describe.each(['sqlite', 'postgres'] as const)('Mails on %s', (kind) => {
  let store: Store;
  let mailServer: MailServer;
  beforeAll(async () => {
    store = await freshStore(kind);
    await offerDemo(store);
    mailServer = await MailServer.open();
  });
  afterAll(async () => {
    await mailServer.close();
    await store.remove();
  });

  test('whoever was told that a mail comes gets it, once by its Message-ID, whatever fails and whoever is killed', async () => {
    const random = seededRandom(`mails on ${kind}`);
    const faults = failNowAndThen(mailServer, random);
    const visitors = new Visitors();
    for (let kill = 1; kill <= kills; kill++) {
      const server = await start();
      const sending = visitors.send(server, Math.round((requests * kill) / kills));
      await Promise.race([visitors.acknowledged.reaches((requests * (kill - 0.5)) / kills), sending]);
      await sleep(random() * 300);
      await server.kill();
      await sending;
      // As if hours had passed: of more in an hour, who proves nothing is held.
      await readStore(store, (database) => database.deleteFrom('rate_limits').execute());
    }
    const last = await start();
    await visitors.send(last, requests);
    const { acknowledged } = visitors;
    expect(acknowledged.size).toBe(requests);
    await expect.poll(() => unsent(store), { timeout: 90_000, interval: 500 }).toEqual([]);
    await last.kill();

    const messages = new Map<string, Set<string>>();
    for (const { to, messageId } of mailServer.mails) {
      const [receiver = ''] = to;
      messages.set(receiver, (messages.get(receiver) ?? new Set()).add(messageId));
    }
    const receivers = [...acknowledged.keys()];
    const lost = receivers.filter((email) => !messages.has(email));
    const twice = receivers.filter((email) => (messages.get(email)?.size ?? 0) > 1);
    console.log(
      `${kind}: ${acknowledged.size} requests, ${kills} kills, ${faults()} faults of the mail server; ${lost.length} lost, ` +
        `${twice.length} with two messages, ${mailServer.mails.length - messages.size} times the same message again`,
    );
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(faults()).toBeGreaterThan(requests * 0.15);
  });

  async function start(): Promise<BuiltServer> {
    const server = await BuiltServer.start(store, {
      SMTP_URL: mailServer.url,
      MAIL_RATE: '60000',
      MAIL_RETRY: Array.from({ length: 40 }, () => 1).join(','),
    });
    await server.ready();
    return server;
  }
});

/** Of ten conversations about three fail, at any step. Answers how many did. */
function failNowAndThen(server: MailServer, random: () => number): () => number {
  let count = 0;
  server.plan = (step) => {
    const chance = random();
    const fault = [421, 451, 'drop' as const][Math.floor(random() * 3)] ?? 451;
    // A mail passes four or five steps, so that together it is about three of ten.
    if (chance > 0.065) return null;
    count++;
    return step === 'answer' ? 'drop' : fault;
  };
  return () => count;
}

/** Says in the back office what is mailed to those who ask for a demo. */
async function offerDemo(store: Store): Promise<void> {
  const app = await openTestApp({ store, env: { SECRET: secret } });
  const office = await openOffice(app);
  const answer = await office.put(adminCalls.demoAccess, {
    demo_link: 'https://demo.prangon.example/',
    demo_password: 'শিউলি-১২৩',
    subject: 'আপনার ডেমো',
    message: 'প্রিয় {name}, ডেমো: {link} পাসওয়ার্ড: {password}',
    status: 1,
  });
  expect(answer.status, answer.text).toBe(200);
  await app.close();
}

/** The mails of demo requests that have not been sent, and in which state they are. */
function unsent(store: Store) {
  return readStore(store, (database) =>
    database
      .selectFrom('mails')
      .select(['id', 'state', 'attempts', 'last_error'])
      .where('kind', '=', 'demo_access')
      .where('state', '<>', 'sent')
      .execute(),
  );
}

/** Visitors who note what was acknowledged, and send again what was not answered, as the page does. */
class Visitors {
  readonly acknowledged = new Acknowledged();
  #next = 0;
  readonly #again: number[] = [];

  /** Sends until so many are acknowledged, or the server is gone. */
  async send(server: BuiltServer, enough: number): Promise<void> {
    const visitor = async () => {
      while (this.acknowledged.size < enough && server.process.exitCode === null && !server.process.killed) {
        await this.#sendOne(server, enough);
      }
    };
    await Promise.all([visitor(), visitor(), visitor()]);
  }

  async #sendOne(server: BuiltServer, enough: number): Promise<void> {
    const index = this.#again.shift() ?? (this.#next < enough ? ++this.#next : null);
    if (index === null) return sleep(5);
    // Two of each network, which is below its limit.
    const from = `127.2.${Math.floor(index / 400)}.${1 + Math.floor((index % 400) / 2)}`;
    try {
      const post = () => server.client.postJson(calls.demoRequest, visitor(index), { 'x-csrf-token': token }, from);
      let answer = await post();
      // A machine that is busy with something else says so, and promises nothing.
      while (answer.status === 503) {
        await sleep(100);
        answer = await post();
      }
      expect(answer.status, answer.text).toBe(201);
      this.acknowledged.set(visitor(index).email, answer.json<{ data: { id: number } }>().data.id);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      this.#again.push(index);
    }
  }
}

class Acknowledged extends Map<string, number> {
  /** Counted in answers, not in time: a busy machine kills as late in the work as a quiet one. */
  async reaches(count: number): Promise<void> {
    while (this.size < count) await sleep(5);
  }
}
