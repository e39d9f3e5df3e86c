// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, report, scale } from '../helpers/chaos.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { emailOf } from '../helpers/stories.ts';
import { readStore } from '../helpers/whole-store.ts';
import { Writers } from '../helpers/writers.ts';

/** On each database. `npm run test:chaos` is what the product promises. */
const requests = scale(90, 5_000);
const kills = scale(2, 50);

describe.each(databases('postgres'))('Mails on %s', (kind) => {
  const instances = kind === 'postgres' ? 3 : 1;
  let store: Store;
  let mailServer: MailServer;
  beforeEach(async () => {
    store = await freshStore(kind);
    mailServer = await MailServer.open();
    return async () => {
      await mailServer.close();
      await store.remove();
    };
  });

  test('whoever was told that a mail comes gets it, once by its Message-ID, or staff are asked, whatever fails and whoever is killed', async (context) => {
    const random = seededRandom(`mails on ${kind}`);
    const faults = failNowAndThen(mailServer, random);
    const visitors = await Writers.on(store, ['request']);
    const servers = await Promise.all(Array.from({ length: instances }, start));
    const ask = (most: number) => Promise.all(servers.map((server) => visitors.write(server, most)));
    for (let kill = 1; kill <= kills; kill++) {
      const asking = ask(Math.round((requests * kill) / kills));
      await Promise.race([
        visitors.acknowledgedMore((requests * (kill - 0.5)) / kills - visitors.acknowledged),
        asking,
      ]);
      await sleep(random() * 300);
      const at = Math.floor(random() * instances);
      await servers[at]?.kill();
      await asking;
      // As if hours had passed: of more in an hour, who proves nothing is held.
      await readStore(store, (database) => database.deleteFrom('rate_limits').execute());
      servers[at] = await start();
    }
    await ask(requests);
    expect(visitors.acknowledged).toBe(requests);
    const patience = { timeout: scale(90_000, 1_800_000), interval: 500 };
    const waiting = async () => (await unsent(store)).filter(({ state }) => state !== 'unclear');
    await expect.poll(async () => (await waiting()).length, patience).toBeLessThan(requests / 10);
    mailServer.plan = () => null;
    const wellSince = performance.now();
    await expect.poll(waiting, { timeout: 90_000, interval: 500 }).toEqual([]);
    const seconds = Math.round((performance.now() - wellSince) / 1_000);
    const unclear = new Set((await unsent(store)).map(({ recipient }) => recipient));
    await BuiltServer.killAll();

    const messages = Map.groupBy(mailServer.mails, ({ to }) => to[0] ?? '');
    const receivers = visitors.stories.map(({ name }) => emailOf(name));
    // Where the line was cut after the final dot nobody knows; staff are asked.
    const lost = receivers.filter((email) => !messages.has(email) && !unclear.has(email));
    const twice = receivers.filter((email) => new Set(messages.get(email)?.map(({ messageId }) => messageId)).size > 1);
    report(context, {
      what: `mails of ${instances}, ${kind}`,
      measured:
        `${requests} requests, ${kills} kills, ${faults()} faults of the mail server: ${lost.length} lost, ${unclear.size} unclear, ` +
        `${twice.length} with two messages, ${mailServer.mails.length - messages.size} times the same message again; ` +
        `all sent ${seconds} s after the last fault`,
      goal: '0 lost, 0 with two messages, 60 s',
    });
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(faults()).toBeGreaterThan(requests * 0.15);
  });

  async function start(): Promise<BuiltServer> {
    const server = await BuiltServer.serving(store, {
      SMTP_URL: mailServer.url,
      MAIL_RATE: '60000',
      MAIL_RETRY: Array.from({ length: 40 }, () => 1).join(','),
    });
    // What visitors were promised is looked at, not the mails to staff.
    await readStore(store, (database) => database.updateTable('users').set({ notify: 'never' }).execute());
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

/** The mails of demo requests that have not been sent, and in which state they are. */
function unsent(store: Store) {
  const mails = ['id', 'recipient', 'state', 'attempts', 'last_error'] as const;
  return readStore(store, (database) =>
    database.selectFrom('mails').select(mails).where('kind', '=', 'demo_access').where('state', '<>', 'sent').execute(),
  );
}
