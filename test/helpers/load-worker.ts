import { randomUUID } from 'node:crypto';
import { existsSync, readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { adminCalls, calls, health, leadCalls, pages } from '#paths.ts';
import { type LoadOrder, readyPages, type Sample } from './load.ts';
import { Client } from './requests.ts';

/** Sends what it is ordered, and answers how each request went. In a thread of its own: see `load.ts`. */
const order: LoadOrder = workerData;
const client = new Client(order.url, !order.unkept);
const samples: Record<string, Sample[]> = {};
const end = performance.now() + order.seconds * 1_000;
let shots = 0;

/**
 * Limits count by network: 64 of them in turn for the reads of a crowd, 2,048 for what is limited by the minute. The
 * server does not read from a refused client for a second or so, so what is measured comes from 256.
 */
const network = (n: number, most: number) => `127.${order.net}.${(n % most) >> 6}.${1 + (n & 63)}`;
const words = ['ভর্তি', 'ফলাফল', 'notice', 'খবর', 'শিক্ষক', 'মোবাইল'];
const of = <T>(list: readonly T[], at: number) => list[at % list.length] as T;

/** Each sends one request and answers its status. */
const streams: Record<string, (n: number) => Promise<number>> = {
  'cached page': (n) => get(of(readyPages, n)),
  'deep news': (n) => get(n % 5 ? pages.newsDetails(of(order.news, n)) : pages.newsPage(2 + (n % 600))),
  search: (n) => get(pages.searchFor(`${of(words, n)} ${n % 97}`)),
  'uncached read': (n) => get(pages.searchFor(`${of(words, n)} ${n}`)),
  'staff list': (n) => readAsStaff(n, `${adminCalls.news}?page=${1 + (n % 20)}`),
  export: (n) => readAsStaff(n, `${leadCalls.export}?format=xlsx`),
  /** Over a connection that nothing else uses, as a supervisor asks. */
  healthz: async () => {
    const alone = new Client(order.url);
    const { status } = await alone.get(health.live).finally(() => alone.close());
    return status;
  },
  edit: (n) =>
    send(n, 'PUT', `${adminCalls.news}/${of(order.news, n)}`, of(order.sessions, n), {
      date: '2026-12-05',
      short_title: 'ভর্তি',
      title: `খবর ${n}`,
      description: 'এখন থেকে মোবাইলেই ভর্তির আবেদন করা যাবে।',
      content: `<p>${'এখন থেকে <strong>মোবাইলেই</strong>। '.repeat(n % 40)}</p>`,
    }),
  'demo request': (n) =>
    send(n, 'POST', calls.demoRequest, null, {
      name: 'আব্দুর রহিম',
      institute_name: `শাপলা উচ্চ বিদ্যালয় ${n}`,
      number: `017${String(10_000_000 + n)}`,
      email: `sender${order.net}.${n}@shapla.example`,
    }),
  'bad sign-in': (n) =>
    send(n, 'POST', calls.login, null, { email: `nobody${n % 50}@prangon.example`, password: 'wrong words' }),
};

// Elsewhere a crowd has processors of its own: here it must not take those of the server, and of who measures.
const thread = '/proc/thread-self';
if (order.crowd && existsSync(thread)) {
  const id = Number(path.basename(readlinkSync(thread)));
  // Where all of the tests have a low priority, it may only be lowered.
  os.setPriority(id, Math.max(10, os.getPriority(id)));
}

if (order.crowd) await Promise.all(Array.from({ length: order.crowd }, crowd));
else await Promise.all(Object.entries(order.streams).map(([name, perSecond]) => steadily(name, perSecond)));
client.close();
parentPort?.postMessage(samples);

/** One who sends the next request as soon as the last one is answered. */
async function crowd(_: unknown, index: number): Promise<void> {
  const names = Object.keys(order.streams);
  for (let n = index; performance.now() < end; n += order.crowd ?? 1) await shoot(of(names, n), n);
}

/** As many requests a second, however slow the answers are. */
async function steadily(name: string, perSecond: number): Promise<void> {
  const begun = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < order.seconds * perSecond; n++) {
    await sleep(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()));
    all.push(shoot(name, n));
  }
  await Promise.race([Promise.all(all), sleep(30_000)]);
}

async function shoot(name: string, n: number): Promise<void> {
  shots++;
  const begun = performance.now();
  const status = (await streams[name]?.(n).catch(() => 0)) ?? 0;
  samples[name] ??= [];
  samples[name].push({ at: begun, status, ms: performance.now() - begun });
}

async function get(path: string): Promise<number> {
  const from = network(shots, order.crowd ? 64 : 256);
  return (await client.send(path, { headers: { 'accept-encoding': 'br' }, from })).status;
}

async function readAsStaff(n: number, path: string): Promise<number> {
  return (await client.send(path, { headers: { authorization: `Bearer ${of(order.sessions, n)}` } })).status;
}

async function send(n: number, method: string, path: string, session: string | null, body: object): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': order.csrf,
    ...(session && { authorization: `Bearer ${session}` }),
    // As the form and the back office send them.
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
  };
  return (await client.send(path, { method, headers, body: JSON.stringify(body), from: network(n, 2_048) })).status;
}
