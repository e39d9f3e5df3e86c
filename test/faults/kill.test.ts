import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, report, scale } from '../helpers/chaos.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { brokenIn } from '../helpers/sound-store.ts';
import { hireStaff, sessionOf, uploadAs } from '../helpers/staff.ts';
import { freshStore } from '../helpers/store.ts';
import { expectWholeStore } from '../helpers/whole-store.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

/** On each database; all in all 300 in `npm run test:chaos`. */
const kills = { duringFirstStarts: scale(1, 30), underLoad: scale(2, 120) };

describe.each(['sqlite', 'postgres'] as const)('kill -9 on %s', (kind) => {
  test.runIf(databases('sqlite').includes(kind))(
    'during first starts: the next one makes the store whole',
    { tags: ['full'] },
    async (context) => {
      const random = seededRandom(`first starts on ${kind}`);
      /** How long a first start takes that nobody disturbs, in milliseconds. */
      let undisturbed = 2_000;
      let stores = 0;
      for (let killed = 0; killed < kills.duringFirstStarts; stores++) {
        const store = await freshStore(kind, 'empty');
        for (const last = killed + scale(1, 1 + random() * 3); killed < last; killed++) {
          const server = await BuiltServer.start(store, { SAMPLE_CONTENT: '1' });
          await sleep(random() * undisturbed);
          await server.kill();
        }
        const begun = performance.now();
        const server = await BuiltServer.serving(store, { SAMPLE_CONTENT: '1' });
        undisturbed = performance.now() - begun;
        await expectWholeStore(store, server);
        await server.kill();
        expect(await brokenIn(store)).toEqual([]);
        await store.remove();
      }
      const measured = `${kills.duringFirstStarts} kills, all of ${stores} stores whole`;
      report(context, { what: `killed during first starts, ${kind}`, measured, goal: 'all whole' });
    },
  );

  const tags = kind === 'sqlite' ? [] : ['full'];
  test('under writes of every kind: nothing acknowledged is lost, nothing is half or twice', {
    tags,
  }, async (context) => {
    const random = seededRandom(`kill -9 on ${kind}`);
    const store = await freshStore(kind);
    const writers = await Writers.on(store);
    const readyAfter: number[] = [];
    const start = async () => {
      const begun = performance.now();
      const server = await BuiltServer.serving(store);
      readyAfter.push(performance.now() - begun);
      return server;
    };
    for (let round = 0; round < kills.underLoad; round++) {
      const server = await start();
      const writing = writers.write(server);
      await writers.acknowledgedMore(5 + random() * 25);
      await sleep(random() * 30);
      await server.kill();
      await writing;
    }
    const last = await start();
    // What was never answered is now; then nothing is in the air any more.
    await writers.write(last, writers.stories.length);
    const verdict = await writers.verdict(store);
    const { acknowledged, unanswered, stories } = writers;
    const ready = readyAfter.toSorted((a, b) => a - b)[readyAfter.length >> 1] ?? 0;
    report(context, {
      what: `kill -9 under writes of every kind, ${kind}`,
      measured:
        `${kills.underLoad} kills, ${acknowledged} acknowledged in ${stories.length} stories, ${unanswered} unanswered: ` +
        `${inWords(verdict)}; ready after ${Math.round(ready)} ms (median)`,
      goal: '0 of each',
    });
    expect(verdict).toEqual(allWell);
    expect(unanswered).toBeGreaterThan(0);
    await last.kill();
    await store.remove();
  });
});

test('kill -9 while a large file gets its name: no half file ever has one; what an earlier kill left unfinished is gone', {
  tags: ['full'],
}, async () => {
  const most = 48 * 2 ** 20;
  const store = await freshStore('sqlite');
  const app = await openTestApp({ store });
  const token = await sessionOf(app, await hireStaff(app));
  await app.close();
  const folder = (name: string) => path.join(store.dataDir, 'files', name);
  mkdirSync(folder('unfinished'), { recursive: true });
  writeFileSync(folder('unfinished/left'), 'half of');
  const anHourAgo = Date.now() / 1_000 - 3_600;
  utimesSync(folder('unfinished/left'), anHourAgo, anHourAgo);
  mkdirSync(folder('downloads'));
  for (let round = 0; round < 2; round++) {
    const server = await BuiltServer.serving(store);
    await expect.poll(() => readdirSync(folder('unfinished'))).not.toContain('left');
    const sending = uploadAs(server.client, token, `${round}.pdf`, Buffer.alloc(most, '%PDF-1.7 ')).catch(() => null);
    while (readdirSync(folder('downloads')).length === round) await sleep(1);
    await server.kill();
    await sending;
    const sizes = readdirSync(folder('downloads')).map((name) => statSync(folder(`downloads/${name}`)).size);
    expect(sizes).toEqual(Array(round + 1).fill(most));
  }
  await store.remove();
});
