import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { CsrfGuard } from '#server/http/csrf.server.ts';
import { passwordFiller } from '../../src/leads/access/mail-password.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { visitor } from '../helpers/content.ts';
import { accessFor, DemoSystem } from '../helpers/demo-system.ts';
import { openOffice } from '../helpers/office.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { readStore } from '../helpers/whole-store.ts';

const token = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();

/** About the time in which an answer becomes a mail, so that some are killed before, some meanwhile, some after. */
const kills = [0, 3, 8, 20, 50, 120];

describe.each(['sqlite', 'postgres'] as const)('Personal access on %s', (kind) => {
  let store: Store;
  let system: DemoSystem;
  beforeAll(async () => {
    store = await freshStore(kind);
    system = await DemoSystem.open();
    await offerPersonalAccess(store, system);
  });
  afterAll(async () => {
    await system.close();
    await store.remove();
  });

  test('is mailed once, with what was answered, whenever the program is killed around the answer', async () => {
    const mailed: string[] = [];
    for (const [index, wait] of kills.entries()) {
      const { email } = visitor(index);
      const server = await BuiltServer.start(store);
      await server.ready();
      const answered = Promise.withResolvers<void>();
      system.plan = (call) => {
        if (call.request.email === email) answered.resolve();
        return { json: accessFor(call) };
      };
      const from = `127.3.0.${index + 1}`;
      const answer = await server.client.postJson(calls.demoRequest, visitor(index), { 'x-csrf-token': token }, from);
      expect(answer.status, answer.text).toBe(201);
      await answered.promise;
      await sleep(wait);
      await server.kill();
      mailed.push(email);
    }
    const before = (await mails(store)).length;
    await endLeases(store);
    const last = await BuiltServer.start(store);
    await last.ready();
    await expect.poll(async () => (await mails(store)).length, { timeout: 30_000, interval: 100 }).toBe(kills.length);
    // Whoever would mail twice does it now.
    await sleep(1_500);
    await last.kill();
    const all = await mails(store);
    expect(all.map(({ recipient }) => recipient).sort()).toEqual(mailed.sort());
    for (const { reference_id: id, text } of all) expect(text).toContain(`own-${id} `);
    const asked = new Map(mailed.map((email) => [email, new Set(system.to(email).map((call) => call.id)).size]));
    expect([...asked.values()]).toEqual(kills.map(() => 1));
    console.log(
      `${kind}: ${kills.length} kills, ${before} mails were queued before them, ${system.calls.length} calls`,
    );
  });
});

/** Where whoever asked was killed, as after the half minute of the lease. */
function endLeases(store: Store) {
  return readStore(store, (database) =>
    database
      .updateTable('personal_accesses')
      .set({ claimed_at: '2026-01-01T00:00:00.000Z' })
      .where('state', '=', 'asking')
      .execute(),
  );
}

/** As they are sent. */
function mails(store: Store) {
  return readStore(store, async (database) => {
    const rows = await database
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'demo_access')
      .orderBy('id')
      .execute();
    const fill = passwordFiller({ database, settings: { secret } });
    return Promise.all(rows.map(async (mail) => ({ ...mail, ...(await fill(mail)) })));
  });
}

/** Says in the back office that the demo system makes the access. */
async function offerPersonalAccess(store: Store, system: DemoSystem): Promise<void> {
  const app = await openTestApp({ store, env: { SECRET: secret } });
  const office = await openOffice(app);
  const answers = [
    await office.put(adminCalls.demoAccess, {
      demo_link: 'https://demo.prangon.example/',
      demo_password: 'শিউলি-১২৩',
      subject: 'আপনার ডেমো',
      message: '{link} {password} .',
      status: 1,
    }),
    await office.put(adminCalls.personalAccess, {
      status: 1,
      url: system.url,
      expires_days: 14,
      fallback_minutes: 10,
    }),
  ];
  for (const answer of answers) expect(answer.status, answer.text).toBe(200);
  await app.close();
}
