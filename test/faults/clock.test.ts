import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls, health, pages } from '#paths.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { databases, isChaos, report, within } from '../helpers/chaos.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { freshStore } from '../helpers/store.ts';
import { allWell, inWords, Writers } from '../helpers/writers.ts';

/** Gives one process a clock that a file sets. */
const faketime = globSync('/usr/{lib,lib/*,local/lib}/faketime/libfaketime.so.1')[0];
const notHere = 'libfaketime is not installed (Debian: faketime)';

const hour = 3_600;
/** How wrong the clock is, in seconds, one after the other. */
const steps = isChaos
  ? [hour, 0, -24 * hour, 0, 48 * hour, 0, ...[1, -1, 3, -2, 5, 0, -4, 2].map((times) => times * 300), -hour, 0]
  : [hour, 0];

describe.each(databases('sqlite'))('The clock steps, with %s', (kind) => {
  test('back and forth: pages, writes and mails go on', async (context) => {
    context.skip(!faketime, notHere);
    const store = await freshStore(kind);
    const mailServer = await MailServer.open();
    const writers = await Writers.on(store);
    const clock = path.join(store.dataDir, 'clock');
    const set = (seconds: number) => writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    set(0);
    const server = await BuiltServer.serving(store, {
      LD_PRELOAD: faketime ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_NO_CACHE: '1',
      SMTP_URL: mailServer.url,
      MAIL_RATE: '6000',
    });
    const late: number[] = [];
    const failed: string[] = [];
    for (const step of steps) {
      set(step);
      const date = async () => Date.parse((await server.get(health.live)).headers.date ?? '');
      await expect.poll(async () => Math.abs((await date()) - Date.now() - step * 1_000)).toBeLessThan(5_000);
      await writers.write(server, writers.stories.length + 10);
      for (const page of [pages.home, pages.news, calls.faq]) {
        const { status } = await server.get(page);
        if (status !== 200) failed.push(`${page} at ${step} s: ${status}`);
      }
      const asked = writers.stories.filter(({ what, done }) => what === 'request' && done > 0).length;
      if (!(await within(15_000, () => mailServer.mails.length >= asked))) late.push(step);
    }
    await server.kill();
    const verdict = await writers.verdict(store);
    report(context, {
      what: `${steps.length} clock steps from -1 to +2 days, ${kind}`,
      measured:
        `${writers.acknowledged} acknowledged: ${inWords(verdict)}; ${failed.length} pages failed; ` +
        `mails later than 15 s after ${late.length} steps`,
      goal: '0 of each',
    });
    await mailServer.close();
    expect({ ...verdict, failed, late }).toEqual({ ...allWell, failed: [], late: [] });
    await store.remove();
  });
});
