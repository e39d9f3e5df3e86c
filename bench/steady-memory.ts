import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminCalls, calls, pages } from '#paths.ts';
import { addNews } from '../test/helpers/many-news.ts';
import { type RunningServer, removeDataDir, signIn, startServer } from './server.ts';
import { median, type Row } from './table.ts';

/** More pages than the cache holds, so a crawler never gets a cached one. */
const news = 1_500;
/** Per second. */
const rates = { crawled: 40, read: 30, saved: 2.5 };
/** Seconds until the caches are full. */
const warmUp = 60;
/** `BENCH_MINUTES=10` measures longer. */
const minutes = Number(process.env.BENCH_MINUTES ?? 1);

/**
 * Memory of all processes while a crawler reads 40 different news pages a second, visitors read the most popular pages,
 * and staff save news.
 */
export async function steadyMemory(): Promise<Row[]> {
  const first = await startServer(3930);
  await first.stop();
  await addNews({ dataDir: first.dataDir, databaseUrl: null }, 0, news);
  const server = await startServer(3930, first.dataDir);
  const load = await startLoad(server.url);
  const samples = await sampled(server, warmUp + minutes * 60);
  const { answered, failed } = load.stop();
  await server.stop();
  removeDataDir(first.dataDir);

  const steady = samples.slice(warmUp);
  const third = Math.floor(steady.length / 3);
  const [early, late] = [median(steady.slice(0, third)), median(steady.slice(-third))];
  const most = Math.max(...samples);
  return [
    {
      what: `memory under ${answered} reads and saves (${failed} refused): the first third of ${minutes} min and the last`,
      value: `${early.toFixed(0)} and ${late.toFixed(0)} MiB, × ${(late / early).toFixed(3)}; never above ${most.toFixed(0)} MiB`,
      target: '≤ × 1.05, < 512 MiB',
      good: late / early <= 1.05 && most < 512,
    },
  ];
}

async function sampled(server: RunningServer, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000);
    samples.push(server.memory());
  }
  return samples;
}

async function startLoad(url: string) {
  const counts = { answered: 0, failed: 0 };
  const token = await signIn(url);
  const ids = await idsOfNews(url, token);
  const agent = new http.Agent({ keepAlive: true });
  const everyones = [pages.home, pages.news, pages.about, pages.packages, calls.news, pages.newsDetails(ids[0] ?? 0)];
  const timers = [
    repeat(rates.crawled, (turn) => read(pages.newsDetails(ids[turn % ids.length] ?? 0), '127.0.0.2')),
    repeat(rates.read, (turn) => read(everyones[turn % everyones.length] ?? pages.home, '127.0.0.3')),
    repeat(rates.saved, (turn) => save(ids[turn % 50] ?? 0, turn)),
  ];
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      agent.destroy();
      return counts;
    },
  };

  /** Catches up where a timer fires late. */
  function repeat(rate: number, work: (turn: number) => Promise<void>): NodeJS.Timeout {
    const begin = performance.now();
    let turn = 0;
    return setInterval(() => {
      for (; turn < ((performance.now() - begin) / 1_000) * rate; turn++) {
        work(turn).then(
          () => counts.answered++,
          () => counts.failed++,
        );
      }
    }, 10);
  }

  function read(path: string, localAddress: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { 'accept-encoding': 'br' };
    const request = http.get(url + path, { agent, localAddress, headers }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(path))));
    });
    request.on('error', reject);
    return promise;
  }

  async function save(id: number, turn: number): Promise<void> {
    const text = `বিদ্যালয় ${turn}`;
    const record = { title: text, short_title: text, description: text, content: text, date: '2026-01-01', status: 1 };
    const answer = await fetch(`${url}${adminCalls.news}/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(record),
    });
    if (!answer.ok) throw new Error(`Saving answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

async function idsOfNews(url: string, token: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= news / 100; page++) {
    const answer = await fetch(`${url}${adminCalls.news}?per_page=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { id: number }[] };
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}
