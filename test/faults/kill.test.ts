import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { CsrfGuard } from '#server/http/csrf.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { visitor } from '../helpers/content.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { hireStaff, sessionOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { expectWholeStore, readStore } from '../helpers/whole-store.ts';

const kills = { duringFirstStarts: 12, underLoad: 18 };
/** Sent between two kills at most; everyone's limit is 2,000 an hour. */
const mostOfARound = 80;
const token = new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();

describe.each(['sqlite', 'postgres'] as const)('kill -9 on %s', (kind) => {
  let store: Store;
  beforeAll(async () => {
    store = await freshStore(kind, 'empty');
  });
  afterAll(() => store.remove());

  test('30 times at any moment: nothing acknowledged is lost, nothing is there twice', async () => {
    const random = seededRandom(`kill -9 on ${kind}`);
    const visitors = new Visitors();
    const readyAfter: number[] = [];
    const start = () => BuiltServer.start(store, { SAMPLE_CONTENT: '1' });
    for (let round = 0; round < kills.duringFirstStarts; round++) {
      const server = await start();
      await sleep(random() * 1_500);
      await server.kill();
    }
    for (let round = 0; round < kills.underLoad; round++) {
      const begun = performance.now();
      const server = await start();
      await server.ready();
      readyAfter.push(performance.now() - begun);
      const sending = visitors.send(server);
      await visitors.acknowledgedMore(5 + random() * 25);
      await sleep(random() * 30);
      await server.kill();
      await sending;
    }
    const server = await start();
    await server.ready();
    const { acknowledged, unanswered } = visitors;
    await expectWholeStore(store, server);
    await server.kill();
    const { rows, events, sound } = await readRequests(store);
    const lost = [...acknowledged].filter(([email, id]) => !rows.some((row) => row.id === id && row.email === email));
    const twice = rows.length - new Set(rows.map((row) => row.email)).size;
    readyAfter.sort((a, b) => a - b);
    console.log(
      `${kind}: 30 kills, ${acknowledged.size} acknowledged, ${unanswered} unanswered, ${rows.length} stored, ` +
        `${lost.length} lost, ${twice} twice; ready after ${Math.round(readyAfter[9] ?? 0)} ms (median)`,
    );
    expect({ lost, twice, sound }).toEqual({ lost: [], twice: 0, sound: true });
    expect(acknowledged.size).toBeGreaterThan(100);
    expect(events).toEqual(rows.map((row) => row.id));
  });
});

describe('kill -9 while a large file gets its name', () => {
  const most = 48 * 2 ** 20;
  let store: Store;
  let token: string;
  beforeAll(async () => {
    store = await freshStore('sqlite');
    const app = await openTestApp({ store });
    token = await sessionOf(app, await hireStaff(app));
    await app.close();
  });
  afterAll(() => store.remove());

  test('no half file ever has one; what an earlier kill left unfinished is gone after the next start', async () => {
    const folder = (name: string) => path.join(store.dataDir, 'files', name);
    mkdirSync(folder('unfinished'), { recursive: true });
    writeFileSync(folder('unfinished/left'), 'half of');
    const anHourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(folder('unfinished/left'), anHourAgo, anHourAgo);
    mkdirSync(folder('downloads'));
    for (let round = 0; round < 2; round++) {
      const server = await BuiltServer.start(store);
      await server.ready();
      await expect.poll(() => readdirSync(folder('unfinished'))).not.toContain('left');
      const sending = upload(server, `${round}.pdf`, Buffer.alloc(most, '%PDF-1.7 ')).catch(() => null);
      while (readdirSync(folder('downloads')).length === round) await sleep(1);
      await server.kill();
      await sending;
      const sizes = readdirSync(folder('downloads')).map((name) => statSync(folder(`downloads/${name}`)).size);
      expect(sizes).toEqual(Array(round + 1).fill(most));
    }
  });

  function upload(server: BuiltServer, name: string, contents: Uint8Array) {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    return server.client.send(adminCalls.uploads, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([Buffer.from(head), contents, Buffer.from('\r\n--b--\r\n')]),
    });
  }
});

async function readRequests(store: Store) {
  return readStore(store, async (database) => {
    const rows = await database.selectFrom('demo_requests').select(['id', 'email']).orderBy('id').execute();
    const events = await database
      .selectFrom('demo_request_events')
      .select('request_id')
      .where('event', '=', 'received')
      .orderBy('request_id')
      .execute();
    const check = store.databaseUrl
      ? { rows: [{ integrity_check: 'ok' }] }
      : await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
    return { rows, events: events.map((event) => event.request_id), sound: check.rows[0]?.integrity_check === 'ok' };
  });
}

/** Visitors who note what was acknowledged, and send again what was not answered, as the page does. */
class Visitors {
  readonly acknowledged = new Map<string, number>();
  unanswered = 0;
  #next = 0;
  readonly #again: number[] = [];

  async send(server: BuiltServer): Promise<void> {
    let left = mostOfARound;
    const visitor = async () => {
      while (left-- > 0 && server.process.exitCode === null && !server.process.killed) await this.#sendOne(server);
    };
    await Promise.all([visitor(), visitor(), visitor(), visitor()]);
  }

  /** Counted in answers, not in time: a busy machine kills as late in the work as a quiet one. */
  async acknowledgedMore(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    while (this.acknowledged.size < enough) await sleep(5);
  }

  async #sendOne(server: BuiltServer): Promise<void> {
    const index = this.#again.shift() ?? ++this.#next;
    // Four of each network, which is below its limit.
    const from = `127.1.${Math.floor(index / 1_000)}.${1 + Math.floor((index % 1_000) / 4)}`;
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
      this.unanswered++;
      this.#again.push(index);
    }
  }
}
