// @module-tag full
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, type TestContext, test } from 'vitest';
import { leadLimits } from '#leads/lead/strings.ts';
import { adminCalls, leadCalls, pages } from '#paths.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, csrfToken, secret } from '../helpers/built-server.ts';
import { databases, isChaos, report, scale } from '../helpers/chaos.ts';
import { admissionNews, publishManyNews } from '../helpers/content.ts';
import { loadNow, openFilesOf, quantile } from '../helpers/figures.ts';
import { type LoadOrder, load, readyPages, type Sample } from '../helpers/load.ts';
import { memoryOfFamily } from '../helpers/processes.ts';
import { sessionsOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { storeLeads } from '../helpers/told-leads.ts';
import { workbookWith } from '../helpers/workbook.ts';

/** In the first half of them the caches of the server and of SQLite fill. */
const seconds = scale(2, 1_200);
const crowdedSeconds = scale(4, 30);
/** Milliseconds in which a server that was just started meets the crowd: none of the code that refuses is compiled yet. */
const comesIn = 3_000;
/** As many as a heap that keeps each has no room for. */
const bodies = 16;
const photos = scale(2, 8);
const workbooks = scale(2, 8);
const exportedLeads = scale(1_000, leadLimits.xlsxRows);
const usualEnvironment = packageFile.config.serverEnvironment;
const csrf = csrfToken();
const usual = { edit: 2.5, 'demo request': 1.5, search: 3, 'bad sign-in': 0.5, 'deep news': 40 };
/** 100 in all, or more. */
const staff = { 'staff list': scale(13, 5), edit: scale(12, 5) };
const crowded = { 'uncached read': 1, 'deep news': 1, 'demo request': 1, 'bad sign-in': 1 };

describe.each(databases('sqlite'))('On %s', (kind) => {
  let store: Store;
  let server: BuiltServer;
  let order: Omit<LoadOrder, 'streams' | 'seconds' | 'net'>;
  beforeEach(async () => {
    store = await freshStore(kind);
    const app = await openTestApp({ store, env: { SECRET: secret } });
    const news = await publishManyNews(app, scale(200, 4_000));
    const sessions = await sessionsOf(app, 10);
    await app.close();
    const delays = new URL('../helpers/loop-delay.ts', import.meta.url);
    server = await BuiltServer.serving(store, {
      NODE_OPTIONS: `${usualEnvironment.NODE_OPTIONS} --import=${fileURLToPath(delays)}`,
    });
    // Its first search builds the index.
    for (const path of [...readyPages, pages.searchFor('ভর্তি')]) await server.client.get(path);
    // Staff were at work before the crowd came.
    for (const session of sessions) await server.client.get(adminCalls.news, { authorization: `Bearer ${session}` });
    order = { url: server.url, csrf, sessions, news };
    return store.remove;
  });

  test('mixed load is served without a fault, and memory and descriptors stay where they are', async (context) => {
    const watched = watch(server);
    const [seen, done] = await Promise.all([
      load({ ...order, net: 30, seconds, streams: { 'cached page': 20, healthz: 2 } }),
      load({ ...order, net: 31, seconds, streams: usual }),
    ]);
    const { memory, files } = watched();
    const slope = slopeOf(memory.slice(memory.length >> 1)) * 60;
    const { times, answers } = judge([seen, done]);
    const delays = [...server.output.matchAll(/^loop delay (\d+)$/gm)].map(([, delay]) => Number(delay)).slice(2);
    const half = Math.floor(files.length / 2);
    report(
      context,
      {
        what: `${kind}, ${seconds} s of mixed load: answers`,
        measured: told(answers),
        goal: 'no 5xx but 503, none cut off',
      },
      {
        what: `${kind}: memory, in a straight line through the second half`,
        measured: `${Math.round(memory[0] ?? 0)} MiB at the start, at most ${Math.round(Math.max(...memory))}, ${slope.toFixed(2)} MiB/min`,
        goal: '< 1 MiB/min, < 512 MiB',
      },
      {
        what: `${kind}: open files and sockets`,
        measured: `at most ${Math.max(...files.slice(0, half))} in the first half, ${Math.max(...files.slice(half))} in the second`,
        goal: 'at most 50 more',
      },
      {
        what: `${kind}: cached pages and a new connection to /healthz`,
        measured: `p50 ${quantile(times('cached page'), 0.5)}, p99 ${quantile(times('cached page'), 0.99)} ms; /healthz at most ${quantile(times('healthz'), 1)} ms; event loop late by ${quantile(delays, 0.5)} ms in most seconds, at most ${quantile(delays, 1)}${loadNow()}`,
        goal: 'p99 < 250 ms; < 1 s',
      },
    );
    expect(bad(answers)).toEqual([]);
    expect(server.process.exitCode).toBeNull();
    if (!isChaos) return;
    expect(slope).toBeLessThan(1);
    expect(Math.max(...memory)).toBeLessThan(512);
    expect(Math.max(...files.slice(half))).toBeLessThan(Math.max(...files.slice(0, half)) + 50);
    expect(quantile(times('cached page'), 0.99)).toBeLessThan(250);
    expect(quantile(times('healthz'), 1)).toBeLessThan(1_000);
  });

  test('W09: 300 who ask for more than it can do: the rest is refused at once, ready pages and all of the staff go on', async (context) => {
    const watched = watch(server);
    const [seen, ...done] = await Promise.all([
      load({
        ...order,
        net: 32,
        seconds: crowdedSeconds,
        streams: { 'cached page': scale(10, 40), healthz: 5, search: scale(10, 40), ...staff },
      }),
      load({ ...order, net: 33, seconds: crowdedSeconds, streams: crowded, crowd: 200 }),
      load({ ...order, net: 34, seconds: crowdedSeconds, streams: crowded, crowd: 100, unkept: true }),
      load({ ...order, net: 35, seconds: crowdedSeconds, streams: { export: 1 }, crowd: 2 }),
    ]);
    const { memory } = watched();
    const { times, answers } = judge([seen, ...done]);
    const refused = (seen.search ?? []).filter(({ status }) => status === 503);
    const begun = Math.min(...Object.values(seen).flatMap((all) => all.map(({ at }) => at)));
    const isEarly = ({ at }: Sample) => at < begun + comesIn;
    const early = refused.filter(isEarly).map(({ ms }) => ms);
    const refusals = refused.filter((sample) => !isEarly(sample)).map(({ ms }) => ms);
    const ready = (seen['cached page'] ?? []).filter((sample) => !isEarly(sample)).map(({ ms }) => ms);
    report(context, {
      what: `${kind}, 300 clients without a pause for ${crowdedSeconds} s`,
      measured:
        `${told(answers)}; cached pages at most ${quantile(times('cached page'), 1)} ms, p99 ${quantile(ready, 0.99)} ms once the crowd was in, /healthz at most ${quantile(times('healthz'), 1)} ms, ` +
        `searches refused: ${early.length} while the crowd came in, at most ${quantile(early, 1)} ms; then ${refusals.length}, p50 ${quantile(refusals, 0.5)}, p99 ${quantile(refusals, 0.99)} ms; staff p99 ${quantile(times('staff list'), 0.99)} ms; memory at most ${Math.round(Math.max(...memory))} MiB${loadNow()}`,
      goal: 'no 5xx but 503, none for staff; cached < 1 s, p99 < 250 ms; < 1 s; refusals < 1 s, then p99 < 50 ms; < 512 MiB',
    });
    expect(bad(answers)).toEqual([]);
    const others = [...answers.keys()].filter((answer) => /^(?:staff list|edit|export) (?!200)/.test(answer));
    expect(others, 'to staff').toEqual([]);
    expect(server.process.exitCode).toBeNull();
    if (!isChaos) return;
    expect(quantile(times('cached page'), 1)).toBeLessThan(1_000);
    expect(quantile(ready, 0.99)).toBeLessThan(250);
    expect(quantile(times('healthz'), 1)).toBeLessThan(1_000);
    expect(quantile(early, 1)).toBeLessThan(1_000);
    expect(quantile(refusals, 0.99)).toBeLessThan(50);
    expect(Math.max(...memory)).toBeLessThan(512);
  });
});

describe('In a container of 512 MB', () => {
  let store: Store;
  let server: BuiltServer;
  let sessions: string[];
  beforeAll(async () => {
    store = await freshStore('sqlite');
    const app = await openTestApp({ store, env: { SECRET: secret } });
    sessions = await sessionsOf(app, 10);
    const words = 'শাপলা উচ্চ বিদ্যালয় '.repeat(4);
    const texts = { referrer: words, utm_source: words, utm_medium: words, utm_campaign: words, next_step: words };
    const lead = { ...texts, page: '/pricing', package_note: words, next_step_on: '2026-12-05' };
    const unlike = () => ({ ...lead, institute_name: `${words}${randomBytes(20).toString('hex')}` });
    await storeLeads(app, Array.from({ length: exportedLeads }, unlike));
    await app.close();
    return store.remove;
  });
  beforeEach(async () => {
    server = await BuiltServer.serving(store);
  });

  /** Sends these at once. Answers how they were answered; all processes together take at most so many MiB. */
  async function sendAll(context: TestContext, what: string, limit: number, sent: { path: string; body?: string }[]) {
    const watched = watch(server, 200);
    const answers = await Promise.all(
      sent.map(({ path, body }, at) =>
        server.client.send(path, {
          ...(body && { method: 'POST', body }),
          from: `127.35.0.${1 + at}`,
          headers: { authorization: `Bearer ${sessions[at % 10]}`, 'content-type': 'application/json' },
        }),
      ),
    );
    const { memory } = watched();
    const most = Math.round(Math.max(...memory));
    const statuses = told(countOf(answers.map(({ status }) => String(status))));
    const sizes = answers.map(({ bytes }) => bytes.length);
    report(context, {
      what: `${what} at once`,
      measured: `${statuses}; at most ${Math.round(Math.max(...sizes) / 1_024)} KiB; all processes together ${Math.round(memory[0] ?? 0)} MiB before, at most ${most}`,
      goal: `< ${limit} MiB`,
    });
    expect(most).toBeLessThan(limit);
    return answers;
  }

  test(`${bodies} bodies of 10 MB at once: a few are read, the others wait for them, and memory stays in its bounds`, async (context) => {
    const image = `data:image/jpeg;base64,${randomBytes(7_500_000).toString('base64')}`;
    const sent = { path: adminCalls.news, body: JSON.stringify({ ...admissionNews, image }) };
    const answers = await sendAll(context, `${bodies} bodies of 10 MB`, 512, Array(bodies).fill(sent));
    // The picture is none.
    for (const { status } of answers) expect([422, 503]).toContain(status);
  });

  test(`${photos} photos of 12 megapixels at once are taken`, async (context) => {
    const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 71 })
      .toBuffer();
    const body = JSON.stringify({ image: `data:image/jpeg;base64,${photo.toString('base64')}` });
    const what = `${photos} photos of ${Math.round(photo.length / 100_000) / 10} MB`;
    const answers = await sendAll(context, what, 512, Array(photos).fill({ path: adminCalls.pictures, body }));
    // On a busy machine some take longer than they may.
    for (const { status, text } of answers) expect(isChaos ? [201] : [201, 422, 503], text).toContain(status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect((await server.get('/healthz')).status).toBe(200);
  });

  test(`two workbooks of ${exportedLeads} leads are written at once`, async (context) => {
    const sent = Array(2).fill({ path: `${leadCalls.export}?format=xlsx` });
    const answers = await sendAll(context, `two workbooks of ${exportedLeads} leads`, 250, sent);
    for (const { status } of answers) expect(status).toBe(200);
  });

  test(`${workbooks} hostile workbooks at once are refused`, async (context) => {
    const hostile = [
      workbookWith("<worksheet><row r='1'><c r='XFD1048576'><v>1</v></c></row></worksheet>"),
      workbookWith(`<worksheet>${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(5_001)}</worksheet>`, {
        texts: `<si><t>টাকা</t></si>${'<si><t>x</t></si>'.repeat(900_000)}`,
      }),
    ].map((xlsx) => ({
      path: leadCalls.import,
      body: JSON.stringify({ xlsx: xlsx.toString('base64'), dry_run: true }),
    }));
    const sent = Array.from({ length: workbooks / hostile.length }, () => hostile).flat();
    for (const { status } of await sendAll(context, `${workbooks} hostile workbooks`, 400, sent))
      expect([422, 503]).toContain(status);
  });
});

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;

/** Looks at a process, its own included, every second or so, as long as it runs. Answers what it saw, and looks no more. */
function watch({ process: { pid }, exited }: BuiltServer, every = 1_000) {
  const memory: number[] = [];
  const files: number[] = [];
  const look = () => {
    memory.push(memoryOfFamily(pid));
    files.push(openFilesOf(pid));
  };
  look();
  const timer = setInterval(look, every);
  void exited.then(() => clearInterval(timer));
  return () => {
    clearInterval(timer);
    look();
    return { memory, files };
  };
}

function judge(loads: Record<string, Sample[]>[]) {
  const all = loads.flatMap((load) => Object.entries(load));
  const answers = countOf(
    all.flatMap(([name, samples]) => samples.map(({ status }) => `${name} ${status || 'cut off'}`)),
  );
  const samplesOf = (name: string) => all.filter(([other]) => other === name).flatMap(([, samples]) => samples);
  return { answers, times: (name: string) => samplesOf(name).map(({ ms }) => ms) };
}

function countOf(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function told(answers: Map<string, number>): string {
  return [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
}

/** What nobody may be answered who did nothing wrong. */
function bad(answers: Map<string, number>): string[] {
  return [...answers.keys()].filter((answer) => /(?:5(?!03)\d\d|cut off)$/.test(answer));
}

/** How much a value rises from one to the next, in a straight line through all of them. */
function slopeOf(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let rise = 0;
  let run = 0;
  for (const [at, value] of values.entries()) {
    rise += (at - middle) * (value - mean);
    run += (at - middle) ** 2;
  }
  return rise / run;
}
