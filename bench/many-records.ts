import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { searchText } from '#cms/collections/listed-table.server.ts';
import { adminCalls, versionPaths } from '#paths.ts';
import { openDatabase } from '../src/platform/database/open.server.ts';
import { addNews, type Store, wordOf } from '../test/helpers/many-news.ts';
import { Cluster } from '../test/helpers/postgres/cluster.ts';
import { get } from './get.ts';
import { judged } from './reference.ts';
import { removeDataDir, signIn, startServer } from './server.ts';
import { median, type Row } from './table.ts';

const few = 100;
const many = 100_000;
/** As many news as visitors are expected to search. */
const searched = 10_000;
/** More rows than any list but those of news and leads is expected to have. */
const short = 1_000;
/** Milliseconds. */
const budget = 100;

/** The same pages and calls with 100 and with 100,000 news records, on both databases. */
export async function manyRecords(): Promise<Row[]> {
  const onSqlite = await measure('SQLite', null);
  const cluster = await Cluster.start();
  try {
    return [...onSqlite, ...(await measure('PostgreSQL', cluster.url('postgres')))];
  } finally {
    await cluster.stop();
  }
}

async function measure(name: string, url: string | null): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'prangon-bench-'));
  const store = { dataDir, databaseUrl: url };
  const start = () => startServer(3920, dataDir, { SAMPLE_CONTENT: '0', ...(url && { DATABASE_URL: url }) });
  const emptyServer = await start();
  await emptyServer.stop();

  await addNews(store, 0, few);
  let server = await start();
  const small = await publicPages(server.url, few);
  await server.stop();

  await addNews(store, few, searched);
  server = await start();
  const rows = [await building(name, server.url), ...(await siteSearch(name, server.url))];
  await server.stop();

  await addNews(store, searched, many);
  await addVersions(store);
  server = await start();
  const large = await publicPages(server.url, many);
  const deep = await quickestOf(Array.from({ length: 12 }, (_, at) => `${server.url}/news?page=${(at + 1) * 1_200}`));
  rows.push(
    {
      what: `${name}: page of the news list, with ${few} news and with ${many}`,
      value: `${ms(small.list)} and ${ms(large.list)}, deep inside ${ms(deep)}`,
    },
    { what: `${name}: a piece of news, the same`, value: `${ms(small.details)} and ${ms(large.details)}` },
    ...(await staffList(name, server.url)),
    ...(await versions(name, server.url)),
    ...(await activity(name, server.url)),
    ...(await shortList(name, server.url, store)),
  );
  await server.stop();
  removeDataDir(dataDir);
  return rows;
}

/** Request times while the search index is built after a start. */
async function building(name: string, url: string): Promise<Row> {
  const began = performance.now();
  let built = false;
  const search = get(`${url}/api/search?q=${encodeURIComponent(wordOf.rare)}`).finally(() => {
    built = true;
  });
  const times: number[] = [];
  let refused = 0;
  while (!built) {
    const answer = await get(`${url}/api/csrf-token`).catch(() => null);
    if (answer) times.push(answer.ms);
    else refused++;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await search;
  const took = ms(performance.now() - began);
  return {
    what: `${name}: a call while the first search of ${searched} news waits for its index (${took})`,
    value: `${ms(median(times))}, the slowest ${ms(Math.max(...times))}, refused ${refused} of ${times.length + refused}`,
    target: 'none refused',
    good: refused === 0,
  };
}

/** Requests each address once, so none comes from the cache. */
async function publicPages(url: string, count: number): Promise<{ list: number; details: number }> {
  const pages = Array.from({ length: 15 }, (_, at) => `${url}/news?page=${at + 2}`);
  const ids = Array.from({ length: 30 }, (_, at) => Math.floor((at * count) / 31) + 1);
  const list = await quickestOf(pages);
  const details = await quickestOf(ids.map((id) => `${url}/news/details/${id}`));
  return { list, details };
}

async function staffList(name: string, url: string): Promise<Row[]> {
  const token = await signIn(url);
  const list = `${url}/admin/News`;
  const questions = {
    'first page': '?page=1',
    'page 5,000': '?page=5000',
    'last page': '?page=10000',
    'filter by status': '?status=1&page=300',
    'search, 5 hits': `?search=${encodeURIComponent(wordOf.rare)}`,
    'search, 50,000 hits': `?search=${encodeURIComponent(wordOf.half)}`,
    'search, 100,000 hits': `?search=${encodeURIComponent(wordOf.all)}`,
    'search, two common words': `?search=${encodeURIComponent(`${wordOf.half} হাজিরা`)}`,
    'search, page 300': `?search=${encodeURIComponent('হাজিরা')}&page=300`,
    'search and filter, page 3,000': `?status=1&search=${encodeURIComponent(wordOf.half)}&page=3000`,
    'search, part of a word': `?search=${encodeURIComponent('মাবে')}`,
    'sorted by title, page 5,000': '?sort=title&page=5000',
  };
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  return rowsOf(`${name}, staff list of ${many}`, Object.entries(questions), async (question) => {
    const firsts: number[] = [];
    const others: number[] = [];
    for (let write = 0; write < 3; write++) {
      await writeSomething(url, token);
      const [first = Number.NaN, ...again] = await timesOf(Array<string>(5).fill(list + question), headers);
      firsts.push(first);
      others.push(...again);
    }
    return { first: median(firsts), others };
  });
}

const versionsEach = 10;

/** Inserts versions and audit events for each news record directly, while the server is stopped. */
async function addVersions(store: Store): Promise<void> {
  const database = openDatabase(store, () => undefined);
  for (let number = 1; number <= versionsEach; number++) {
    await sql`insert into versions (kind, record_id, number, at, user_name, what, fields)
      select 'news', id, ${sql.lit(number)}, updated_at, 'Nasrin Akter', 'saved', '{"content":"' || content || '"}' from news`.execute(
      database,
    );
    await sql`insert into audit_events (at, user_id, user_email, action, kind, record_id, before, after, network, request_id)
      select updated_at, (select min(id) from users), 'nasrin@prangon.example', 'update', 'news', id,
        '{"short_title":"' || short_title || '"}', '{"short_title":"' || title || '"}', '127.0.0.1', 'bench-' || id from news`.execute(
      database,
    );
  }
  // Autovacuum, or a restore, would have done it: without statistics PostgreSQL reads a whole index to count 10,000 rows.
  await sql`analyze`.execute(database);
  await database.destroy();
}

async function activity(name: string, url: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, accept: 'application/json' };
  const questions = {
    'first page': '',
    'page 100': '?page=100',
    'of one person': '?actor=1',
    'of one kind and action': '?record=news&action=update&page=7',
    'of one record': '?record=news:50000',
  };
  return rowsOf(
    `${name}, activity of ${(many * versionsEach).toLocaleString('en')} saves`,
    Object.entries(questions),
    (question) => firstAndOthers(Array<string>(7).fill(url + adminCalls.activity + question), headers),
  );
}

async function versions(name: string, url: string): Promise<Row[]> {
  const headers = { authorization: `Bearer ${await signIn(url)}`, accept: 'application/json' };
  const ids = Array.from({ length: 11 }, (_, at) => Math.floor((at * many) / 12) + 1);
  return rowsOf(`${name}, ${many} news with ${versionsEach} versions each`, [['the history of one', '']], () =>
    firstAndOthers(
      ids.map((id) => url + versionPaths.versions(adminCalls.news, id)),
      headers,
    ),
  );
}

async function shortList(name: string, url: string, store: Store): Promise<Row[]> {
  const database = openDatabase(store, () => undefined);
  const now = new Date().toISOString();
  for (let from = 0; from < short; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const title = `${wordOf.all} ${index % 2 ? wordOf.half : 'হাজিরা'} ${from + index} ${'শিক্ষার্থী অভিভাবক প্রশিক্ষণ '.repeat(6)}`;
      const columns = {
        gallery_title: title,
        gallery_link: 'https://youtu.be/dQw4w9WgXcQ',
        search_text: searchText(title),
        sort_order: 0,
      };
      return { ...columns, status: 1, created_at: now, updated_at: now };
    });
    await database.insertInto('videos').values(rows).execute();
  }
  await database.destroy();
  const headers = { authorization: `Bearer ${await signIn(url)}`, accept: 'application/json' };
  const questions = { 'search, no hit': 'কখগঘঙ', 'search, part of a common word': 'মাবে' };
  return rowsOf(`${name}, short list of ${short}`, Object.entries(questions), (question) =>
    firstAndOthers(
      Array<string>(11).fill(`${url}${adminCalls.videos}?search=${encodeURIComponent(question)}`),
      headers,
    ),
  );
}

async function siteSearch(name: string, url: string): Promise<Row[]> {
  const questions = {
    'one hit': wordOf.rare,
    '5,000 hits': wordOf.half,
    '10,000 hits': wordOf.all,
    'two common words': `${wordOf.half} ${wordOf.all}`,
    'in Latin letters': 'biddaloy somabesh',
    'two letters': 'হা',
    'no hit': 'কখগঘঙ',
  };
  return rowsOf(`${name}, site search in ${searched}`, Object.entries(questions), (question) =>
    firstAndOthers(Array<string>(11).fill(`${url}/api/search?q=${encodeURIComponent(question)}`)),
  );
}

async function rowsOf(
  what: string,
  questions: [string, string][],
  ask: (question: string) => Promise<Times>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [label, question] of questions) {
    const firsts: number[] = [];
    const measure = async () => {
      const { first, others } = await ask(question);
      firsts.push(first);
      return others;
    };
    const row = await judged(`${what}: ${label}`, measure, budget);
    rows.push({ ...row, value: `the quickest ${row.value}, the first time ${ms(firsts[0] ?? Number.NaN)}` });
  }
  return rows;
}

/** In milliseconds; `first` is without any cached count. */
interface Times {
  first: number;
  others: number[];
}

async function firstAndOthers(urls: string[], headers?: Record<string, string>): Promise<Times> {
  const [first = Number.NaN, ...others] = await timesOf(urls, headers);
  return { first, others };
}

async function quickestOf(urls: string[]): Promise<number> {
  return Math.min(...(await timesOf(urls)));
}

/** Pauses keep the session below its rate limit. */
async function timesOf(urls: string[], headers?: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (const url of urls) {
    times.push((await get(url, headers)).ms);
    if (headers) await new Promise((resolve) => setTimeout(resolve, 55));
  }
  return times;
}

let written = 0;

/** Any write invalidates the cached counts and ids of long lists. */
async function writeSomething(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/admin/features-categories`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    // Names are unique.
    body: JSON.stringify({ category_name: `ভর্তি ${++written}`, status: 1 }),
  });
  if (!answer.ok) throw new Error(`Writing answered ${answer.status}: ${await answer.text()}`);
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
