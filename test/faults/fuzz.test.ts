// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { roles } from '#api/rights.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp } from '../helpers/app.ts';
import { BuiltServer, csrfToken, secret } from '../helpers/built-server.ts';
import { isChaos, report, scale } from '../helpers/chaos.ts';
import { bodyOf, type DescribedCall, describedCalls, pick, wellFormed } from '../helpers/described-calls.ts';
import { hostileHtml } from '../helpers/hostile-html.ts';
import { dataUrl } from '../helpers/office.ts';
import { memoryOfFamily } from '../helpers/processes.ts';
import type { Answer } from '../helpers/requests.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { brokenIn } from '../helpers/sound-store.ts';
import { sessionsOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';

/** Each round begins with a new store: otherwise its lists would grow beyond those of any office. */
const rounds = scale(1, Number(process.env.FUZZ_ROUNDS ?? 50));
const requests = scale(250, 10_000);
const atOnce = 8;
/** Of each list some records stay, so that what names them can be written. */
const kept = 3;
const csrf = csrfToken();

/** What was answered in all rounds. */
interface Seen {
  statuses: Map<number, number>;
  /** Answers that no client may bring about, each with what was sent, and what the log says of faults. */
  faults: string[];
  /** Calls for staff that answered a stranger. */
  open: string[];
  writes: number;
  cut: number;
  /** The most that a server and its helpers held after its round, in MiB. */
  memory: number;
}

test.for(['sqlite', 'postgres'] as const)(
  'odd requests on %s bring no fault, end nothing, and write nothing without a session',
  async (kind, context) => {
    const seen: Seen = { statuses: new Map(), faults: [], open: [], writes: 0, cut: 0, memory: 0 };
    for (let round = 1; round <= rounds; round++) await shootAt(kind, round, seen);
    const { statuses, faults, open, writes, cut, memory } = seen;
    report(context, {
      what: `${rounds * requests} odd requests on ${kind}`,
      measured: `${told(statuses)}, ${cut} cut off; ${writes} writes of staff got through; ${faults.length} faults, ${open.length} answers to strangers; ${Math.round(memory)} MiB at most`,
      goal: '0 faults, 0 answers to strangers, memory < 512 MiB',
    });
    expect([...open, ...faults.slice(0, 20)]).toEqual([]);
    // One in six on average, and fewer by chance where so few are sent.
    expect(writes).toBeGreaterThan(rounds * requests * 0.05);
    if (isChaos) expect(memory).toBeLessThan(512);
  },
);

async function shootAt(kind: Store['kind'], round: number, seen: Seen): Promise<void> {
  const random = seededRandom(`odd requests on ${kind}, round ${round}`);
  const store = await freshStore(kind);
  // Some sign themselves out on the way.
  const app = await openTestApp({ store, env: { SECRET: secret } });
  const [owners, others] = [60 + requests / 80, 10 + requests / 500];
  const tokens = [await sessionsOf(app, owners)];
  for (const role of roles.slice(1)) tokens.push(await sessionsOf(app, others, { role }));
  await app.close();
  const server = await BuiltServer.serving(store, { LOG_LEVEL: 'warn' });
  const shooter = new Shooter(server, random, tokens.flat(), await dataUrl(8, 8), seen);
  await shooter.begin();
  let left = requests;
  const shoot = async () => {
    while (left-- > 0) await shooter.shoot();
  };
  await Promise.all(Array.from({ length: atOnce }, shoot));

  seen.faults.push(...faultsIn(server.output));
  seen.memory = Math.max(seen.memory, memoryOfFamily(server.process.pid));
  expect((await server.get('/readyz')).status).toBe(200);
  expect(server.process.exitCode).toBeNull();
  await server.kill();
  expect(await brokenIn(store)).toEqual([]);
  await store.remove();
}

interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  /** The session it is sent in; null where it is a stranger's. */
  token: string | null;
  query: string[];
}

/** Sends requests that are mostly right, with something odd in them. */
class Shooter {
  #reads: DescribedCall[] = [];
  #writes: DescribedCall[] = [];
  #opens: DescribedCall[] = [];
  /** The ids that a list gave out last, by its path. */
  readonly #made = new Map<string, number[]>();
  #count = 0;
  readonly #server: BuiltServer;
  readonly #random: () => number;
  readonly #tokens: string[];
  readonly #picture: string;
  readonly #seen: Seen;

  constructor(server: BuiltServer, random: () => number, tokens: string[], picture: string, seen: Seen) {
    this.#server = server;
    this.#random = random;
    this.#tokens = tokens;
    this.#picture = picture;
    this.#seen = seen;
  }

  /** Reads what can be called, and writes some records of every kind. */
  async begin(): Promise<void> {
    const all = (await describedCalls(this.#server.client.get)).filter(
      ({ path }) => !/\/(stream|presence)$/.test(path),
    );
    this.#reads = all.filter(({ method }) => method === 'GET');
    this.#writes = all.filter(({ method, forStaff }) => method !== 'GET' && forStaff);
    this.#opens = all.filter(({ method, forStaff }) => method !== 'GET' && !forStaff);
    const lists = all.filter(({ method, path }) => method === 'POST' && all.some((one) => one.path === `${path}/{id}`));
    const byNeed = lists.toSorted((a, b) => Number(/categories/.test(b.path)) - Number(/categories/.test(a.path)));
    for (const call of byNeed) await this.#begin(call);
  }

  /** Most bodies of a lead are refused for what no schema says: one without a number and an address, for one. */
  async #begin(call: DescribedCall): Promise<void> {
    let refused = '';
    for (let made = 0, tries = 0; made < kept; tries++) {
      if (tries === 300) throw new Error(`No right body for ${call.path}: ${refused}`);
      const shot = this.#right(call);
      const { status, text } = await this.#send(shot);
      if (status === 201) made++;
      else refused = `${shot.body}: ${status} ${text}`;
    }
  }

  async shoot(): Promise<void> {
    const shot = this.#shot(this.#random());
    const answer = await Promise.race([
      this.#send(shot).catch((error) => {
        if (!(error instanceof Error && 'code' in error)) throw error;
        return null;
      }),
      sleep(70_000, undefined, { ref: false }).then(() => ({ status: 599, text: 'never answered', headers: {} })),
    ]);
    if (answer) this.#judge(shot, answer);
    else this.#seen.cut++;
  }

  /** What is sent by this chance, from 0 to 1: mostly writes of staff, of which two in three are as they should be. */
  #shot(chance: number): Shot {
    const choice = chance < 0.7 ? this.#writes : chance < 0.8 ? this.#opens : this.#reads;
    let call = pick(choice, this.#random);
    while (costly.test(call.path) && this.#random() < 0.9) call = pick(choice, this.#random);
    const one = this.#right(call);
    if (chance > 0.95) one.path = pick([pages.news, pages.search, ...Object.values(calls)], this.#random);
    if (chance > 0.88) this.#askOddly(one);
    if (this.#random() < 0.35) this.#spoilBody(one);
    if (this.#random() < 0.06) {
      const [name = '', value = ''] = pick(oddHeaders, this.#random).split(': ');
      one.headers[name] = value;
    }
    if (this.#random() < 0.04) one.path = this.#spoil(one.path);
    if (this.#random() < 0.1) this.#leaveOut(one);
    return one;
  }

  /** A request that the description allows. */
  #right(call: DescribedCall): Shot {
    const index = ++this.#count;
    const token = call.forStaff ? pick(this.#tokens, this.#random) : null;
    const body =
      call.body &&
      bodyOf(call.body, {
        random: this.#random,
        id: (name) => (name === 'ids' ? this.#idOf(call) : 1 + Math.floor(this.#random() * kept)),
        text: (name) => wellFormed(name, index, this.#picture) ?? `ক্যাম্পাস ${name} ${index}`,
      });
    const upload = call.path === adminCalls.uploads;
    return {
      method: call.method,
      path: call.path.replace(/\{\w+\}/g, () => String(this.#idOf(call))),
      headers: {
        'x-csrf-token': csrf,
        'sec-fetch-site': 'same-origin',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(upload && { 'content-type': 'multipart/form-data; boundary=edge' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: upload ? fileBody : body ? JSON.stringify(body) : undefined,
      token,
      query: call.query,
    };
  }

  /** Of a record that was made lately, or one of those that stay where the call does not end it. */
  #idOf({ method, path }: DescribedCall): number {
    const made = this.#made.get(path.replace(/\/(?:\{.*|order|bulk)$/, '')) ?? [];
    const ends = method === 'DELETE' || /bulk|merge|erase/.test(path);
    if (!ends && this.#random() < 0.3) return 1 + Math.floor(this.#random() * kept);
    return made.length > 0 ? pick(made, this.#random) : kept + 1 + Math.floor(this.#random() * 50);
  }

  #askOddly(shot: Shot): void {
    const names = [...shot.query, 'q', 'page', 'search', 'sort', 'columns', 'x[]', '__proto__[x]'];
    const query = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => {
      const value = pick(oddTexts, this.#random).slice(0, 300);
      return `${pick(names, this.#random)}=${this.#random() < 0.8 ? encodeURIComponent(value.toWellFormed()) : '%f'}`;
    });
    shot.path += `?${query.join('&')}`;
  }

  #spoilBody(shot: Shot): void {
    if (typeof shot.body !== 'string') return;
    if (!shot.body.startsWith('{') || this.#random() < 0.15) {
      shot.body = this.#random() < 0.5 ? this.#spoil(shot.body) : pick(oddBodies, this.#random);
      return;
    }
    const body: Record<string, unknown> = JSON.parse(shot.body);
    const fields = Object.keys(body);
    for (let times = 1 + Math.floor(this.#random() * 3); times > 0; times--)
      body[pick(fields, this.#random)] = pick(oddValues, this.#random);
    shot.body = JSON.stringify(body);
  }

  /** Takes the session away, or a letter of it. */
  #leaveOut(shot: Shot): void {
    if (!shot.token) return;
    shot.token = null;
    if (this.#random() < 0.5) shot.headers.authorization += 'x';
    else delete shot.headers.authorization;
  }

  /** Some letters lost, doubled, or put in. */
  #spoil(text: string): string {
    const letters = [...text];
    for (let times = 1 + Math.floor(this.#random() * 4); times > 0; times--) {
      const at = Math.floor(this.#random() * letters.length);
      letters.splice(at, Math.floor(this.#random() * 4), pick(oddLetters, this.#random));
    }
    return letters.join('');
  }

  #send({ method, path, headers, body }: Shot) {
    const from = `127.20.${(this.#count >> 6) & 3}.${1 + (this.#count & 63)}`;
    const own = path === calls.demoRequest ? `127.21.${(this.#count >> 8) & 255}.${this.#count & 255}` : from;
    return this.#server.client.send(safe(path), { method, headers, from: own, ...(body !== undefined && { body }) });
  }

  #judge(shot: Shot, { status, text, headers }: Pick<Answer, 'status' | 'text' | 'headers'>): void {
    const { statuses, faults, open } = this.#seen;
    const summary = `${toldOf(shot)}: ${status} ${text.slice(0, 500)}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if ((status >= 500 && !isPlanned({ status, headers })) || (status >= 400 && leak.test(text))) faults.push(summary);
    const done = status >= 200 && status < 300;
    const isStaffs = /^\/admin\/|^\/api\/v1\/(?:user|logout)/.test(shot.path) && /^[{[]/.test(text);
    if (done && isStaffs && !shot.token) open.push(summary);
    if (done && isStaffs && shot.method !== 'GET') this.#seen.writes++;
    if (status === 401 && shot.token) this.#forget(shot.token);
    if (status === 201) this.#keep(shot, text);
  }

  #forget(token: string): void {
    const at = this.#tokens.indexOf(token);
    if (at >= 0) this.#tokens.splice(at, 1);
    if (this.#tokens.length < atOnce) throw new Error('Every session has ended');
  }

  #keep({ path }: Shot, text: string): void {
    const id = /"data":\{"id":(\d+)/.exec(text)?.[1];
    if (!id || Number(id) <= kept) return;
    this.#made.set(path, [...(this.#made.get(path) ?? []).slice(-20), Number(id)]);
  }
}

/** What a machine in need refuses says when to come again. */
function isPlanned({ status, headers }: Pick<Answer, 'status' | 'headers'>): boolean {
  return (status === 503 || status === 507) && headers['retry-after'] !== undefined;
}

/** As node:http sends an address: without blanks and without letters that have no byte of their own. */
function safe(path: string): string {
  return `/${path.slice(1)}`.toWellFormed().replace(/[^\x21-\xff]/gu, encodeURIComponent);
}

/** What a log tells of faults, but for those that were answered by 'not now'. */
function faultsIn(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const said = lines.map((line) => ({ line, ...JSON.parse(line) }));
  // Lines that sum up several have no id, and neither have faults of jobs.
  const planned = new Set(said.flatMap(({ status, id }) => (status === 503 || status === 507 ? (id ?? []) : [])));
  return said.filter(({ event, id }) => event === 'fault' && !planned.has(id ?? '')).map(({ line }) => line);
}

function told(statuses: Map<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
}

function toldOf({ method, path, headers, body }: Shot): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${String(body).slice(0, 600)}`;
}

/** What no answer may say of how it is made. */
const leak = /^\{.*(?:sqlite|node_modules|dist\/server|at \w+ \(|select .* from \\")/is;

/** Each password costs a tenth of a second, and a session that ends the next calls. */
const costly = /login|logout|password|second-factor|reveal|secret/;

const fileBody =
  '--edge\r\ncontent-disposition: form-data; name="file"; filename="notes.pdf"\r\ncontent-type: application/pdf\r\n\r\n' +
  '%PDF-1.4 notes\r\n--edge--\r\n';

/** Each between bars. */
const odd = [
  '|x| |\0|ক\0খ|\ud800|\u202e|\ufeff|ﷺ|⑴ক|👩‍👩‍👧|x\r\ny: z|০১|-1|0|1.5|1e3|2147483648|NaN|2026-02-30|0000-00-00|true|null',
  '٠١|0x1|\' or 1=1 --|"|%|_|\\|*|a AND (|NEAR("|../../etc/passwd|%00|{link}|=cmd|a@b|"a b"@c.example|//x|/media/x.webp',
  'javascript:alert(1)|http://127.0.0.1/|data:image/png;base64,AAAA|data:image/svg+xml;base64,PHN2Zy8+',
].flatMap((line) => line.split('|'));

const oddTexts = [
  ...odd,
  ...hostileHtml.slice(0, 40),
  'ক'.repeat(400),
  'x'.repeat(70_000),
  '9'.repeat(30),
  `${'a'.repeat(300)}@b.example`,
  '<p>'.repeat(300),
  '&lt;'.repeat(2_000),
];

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const oddValues: unknown[] = [
  ...oddTexts,
  Array(2_000).fill(1),
  ...[deep(40), deep(1_000)].map((text) => JSON.parse(text)),
  ...JSON.parse('[null, true, false, 0, -1, 1.5, 1e308, 2147483648, 9007199254740992, [], {}, [[]], [null], ["x"]]'),
  ...JSON.parse('[{"id": 1}, {"id": "x"}, {"$gt": ""}, {"toString": 1}, {"constructor": {}}, {"length": 1e9}]'),
];

const oddBodies: (string | Buffer)[] = [
  ...'|null|1|[{}]|{}|{"a":}|{"a":1,}|{a:1}|{"a":NaN}|{"a":1}{"b":2}|\ufeff{}|{"\\u0000":1}|[[[[|"\\ud800"'.split('|'),
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"id":1,"id":2}', '\0', '{"a":"\0"}'],
  JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]))),
  `{"x":${deep(20_000)}}`,
  `{"x":${'9'.repeat(5_000)}}`,
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  Buffer.from('{"x":1}', 'utf16le'),
];

const oddLetters = ['{"__proto__":1}', '%2e%2e%2f', '%00', ...'||"|{|}|[|,|:|\\|\0|\n|%|/|//|;|é|ক|-'.split('|')];

const oddHeaders = [
  'content-type: text/plain|content-type: application/jsonx|content-type: application/json; charset=utf-16|content-type: x',
  `content-type: multipart/form-data|x-csrf-token: ${'é'.repeat(43)}|x-csrf-token: ${'x'.repeat(9_000)}|x-csrf-token: `,
  `idempotency-key: é|idempotency-key: the same|idempotency-key: ${'x'.repeat(300)}|origin: null|origin: é|range: bytes=9-1`,
  'origin: https://evil.example|sec-fetch-site: cross-site|referer: x|cookie: a=é; a=b; =; device=%|accept: text/html',
  'accept-encoding: br;q=x, *;q=0|if-none-match: "é", W/x|user-agent: é|x-forwarded-for: é, 1|expect: 100-continue',
  'x-http-method-override: DELETE|connection: close',
].flatMap((line) => line.split('|'));
