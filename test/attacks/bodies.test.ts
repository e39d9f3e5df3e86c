import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, expect } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs, type Tries } from '../helpers/attacks.ts';
import { visitor } from '../helpers/content.ts';
import { bodyOf, type DescribedCall, describedCalls, pick, wellFormed } from '../helpers/described-calls.ts';
import { dataUrl } from '../helpers/office.ts';
import { hireStaff, newNetwork, sendAs, sessionOf, sessionsOf } from '../helpers/staff.ts';

let app: TestApp;
let described: DescribedCall[];
let picture: string;
let tokens: string[];
let counter = 0;
beforeAll(async () => {
  app = await openTestApp({ env: { SAMPLE_CONTENT: '1' } });
  const all = await describedCalls(app.get);
  described = all.filter(({ path }) => path !== calls.notificationStream);
  picture = await dataUrl(8, 8);
  return app.close;
});

/** A session that has ended is replaced by another one. */
async function send(method: string, path: string, body?: string | Buffer, type = 'application/json') {
  const at = counter++ % tokens.length;
  const authorization = `Bearer ${tokens[at]}`;
  const headers = { authorization, 'x-csrf-token': app.token, ...(body !== undefined && { 'content-type': type }) };
  const from = `127.24.0.${1 + (counter % 200)}`;
  const answer = await app.send(path, { method, headers, from, ...(body !== undefined && { body }) });
  if (answer.status === 401) tokens[at] = (await sessionsOf(app, 1))[0] ?? '';
  return answer;
}

function rightBody({ body }: DescribedCall, random: () => number): object {
  const text = (name: string) => wellFormed(name, counter, picture) ?? `ক্যাম্পাস ${name} ${counter}`;
  return Object(bodyOf(body ?? {}, { random, text, id: () => 1 + Math.floor(random() * 3) }));
}

const addressOf = (path: string, id: unknown = 1) => path.replace(/\{\w+\}/g, String(id));
/** Each password costs a tenth of a second. */
const costly = /login|password|second-factor|reveal|secret|confirm/;

attack('malformed calls', async (tries) => {
  tokens = await sessionsOf(app, many(60, 300));
  const values: unknown[] = [
    ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', 'x', '\0', '\ud800', '💥'.repeat(9), 'x'.repeat(100_000)],
    ...[[], {}, [[]], [null], ['x'], [1, 1], { id: 1 }, { id: 'x' }, { $gt: '' }, { toString: 1 }, { length: 1e9 }],
    ...[deep(30), deep(1_000), Array(3_000).fill(1), "' or 1=1 --", '2026-02-30', '0000-00-00', '=1', 'null'],
    ...['javascript:x', 'data:image/png;base64,AAAA', '٠١', '1e3', '0x1', 'NaN', '%00', '../..', '{name}{link}{x}'],
  ];
  const wholes: (string | Buffer)[] = [
    ...listOf(
      '| |null|true|1|"x"|[]|[{}]|{}|{"a":}|{"a":1,}|{a:1}|{"a":NaN}|{"a":1}{"b":2}|{"a":01}|\ufeff{}|{"\\u0000":1}|[[[[|"\\ud800"',
    ),
    ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"id":1,"id":2}', '\0', '{"a":"\0"}'],
    JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]))),
    JSON.stringify({ x: 'x'.repeat(100_000) }),
    `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"x":${'9'.repeat(5_000)}}`,
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    Buffer.from('{"x":1}', 'utf16le'),
  ];
  const ids = listOf('0|-1|1.5|1e3|abc|2147483648|99999999999999999999|%00|%ff|1%20|%D9%A3|null|..|1;2|%2e%2e');
  const queries = listOf('page|per_page|search|status|from|to|date_from|sort|x[]|__proto__[x]|columns');
  const types = listOf('text/plain|application/xml|multipart/form-data|application/json; charset=utf-16|x');
  const shotsOf = (call: DescribedCall): { path: string; body?: string | Buffer; type?: string }[] => {
    const path = addressOf(call.path);
    const named = /\{/.test(call.path) ? ids.map((id) => ({ path: addressOf(call.path, id) })) : [];
    const searches = tries.some(pairs([...call.query, ...queries], values.map(inQuery)), many(12, 25));
    if (!call.body) return [...named, ...searches.map((pair) => ({ path: `${path}?${pair.join('=')}` }))];
    const fieldShots = tries.some(pairs(fieldsOf(call), values), many(20, 40)).map(([field, value]) => {
      return { path, body: JSON.stringify({ ...rightBody(call, tries.random), [field]: value }) };
    });
    return [
      ...named,
      ...fieldShots,
      ...wholes.map((body) => ({ path, body })),
      ...types.map((type) => ({ path, body: '{}', type })),
    ];
  };
  const shots = described.flatMap((call) => shotsOf(call).map((shot) => ({ method: call.method, ...shot })));
  const cheap = shots.filter(({ path }) => !costly.test(path) || tries.random() < 0.1);
  for (const { method, path, body, type } of tries.some(cheap, many(1_200, 9_500))) {
    const { status, text } = await send(method, path, body, type);
    const isLeak = /SQLITE|sqlite3?_|node_modules|\.server\.ts|at \w+ \(|select .* from|\/work\//i.test(text);
    const isFault = status >= 500 && !(status === 503 && /try again/i.test(text));
    const summary = `${method} ${path} ${String(body).slice(0, 300)}: ${status} ${text.slice(0, 200)}`;
    tries.note((isFault || (status >= 400 && isLeak)) && summary);
  }
});

attack('mass assignment', async (tries) => {
  const [at, number] = ['2001-02-03T04:05:06.000Z', 987_654_321];
  const named: [names: string, value: unknown][] = [
    ['id|user_id|created_by|updated_by|owner|version|made_by|is_secret', number],
    ['created_at|deleted_at|updated_on|confirmed_at|second_factor_since|last_used_at', at],
    ['password_hash|token_hash|image_key|search_text|request_key|origin|network', 'kingfisher'],
    ['role', 'owner'],
    ['is_admin', true],
  ];
  const reserved = named.flatMap(([names, value]) => pairs(listOf(names), [value]));
  const editor = await hireStaff(app, 'এডিটর', 'editor');
  const columns = ['id', 'role', 'status', 'password_hash'] as const;
  const people = () => app.database.selectFrom('users').select(columns).orderBy('id').execute();
  tokens = [...(await sessionsOf(app, 20, { role: 'sales' })), ...(await sessionsOf(app, 20, { role: 'editor' }))];
  for (let more = 0; more < 5; more++) tokens.push(await sessionOf(app, editor));
  const before = await people();
  let writeCount = 0;
  const writes = described.filter(({ method, path, body }) => /^P/.test(method) && body && !/users|tokens/.test(path));
  for (const [call, way] of tries.some(pairs(writes, ['one', 'all', 'nested', 'listed']), many(200, 1e6))) {
    const foreign = reserved.filter(([name]) => !fieldsOf(call).includes(name));
    const more = Object.fromEntries(way === 'one' ? [pick(foreign, tries.random)] : foreign);
    const right = rightBody(call, tries.random);
    const body = way === 'nested' ? { ...right, user: more, data: more, lead: more } : { ...right, ...more };
    const { status } = await send(call.method, addressOf(call.path), JSON.stringify(way === 'listed' ? [body] : body));
    if (status < 300) writeCount++;
    tries.note(null);
  }
  expect(writeCount).toBeGreaterThan(0);
  const tables = sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  for (const { name } of (await tables.execute(app.database)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(app.database);
    const taken = rows.find((row) => /kingfisher|2001-02-03T04|987654321/.test(JSON.stringify(row)));
    if (taken) tries.through.push(`${name}: ${JSON.stringify(taken).slice(0, 400)}`);
  }
  expect((await people()).slice(0, before.length)).toEqual(before);
});

attack('formula injection × exports', async (tries) => {
  const cells = listOf(
    '=1+1|+1+1|-1+1|@SUM(1)|\t=1|\r=1|\n=1| =1|\u00a0=1|=HYPERLINK("https://evil.example")|＝1+1|＋1|－1|＠SUM(1)|"=1|\'=1|;=1|,=1|\u200b=1|\ufeff=1|=IMPORTXML("x","y")|-x|@x|+x',
  ).concat('=cmd|"/c calc"!A1');
  await app.database.deleteFrom('demo_requests').execute();
  const [token = ''] = await sessionsOf(app, 1);
  const textFields = listOf('name|institute_name|students|package|note|next_step|utm_source|utm_medium|utm_campaign');
  for (const [index, cell] of cells.entries()) {
    const texts = Object.fromEntries(pairs(textFields, [cell]));
    const form = { ...visitor(5_000 + index), ...texts, name: `${cell} x`, page: '/packages' };
    expect([201, 422]).toContain((await app.requestDemo(form, {}, newNetwork())).status);
    const session = await sessionOf(app, await hireStaff(app, cell, 'sales'));
    await sendAs(app, session, 'POST', leadCalls.list, { ...texts, number: visitor(6_000 + index).number });
  }
  const figures = listOf('people|sources|days').map((by) => `${calls.leadFiguresExport}?by=${by}`);
  const lists = [leadCalls.export, `${leadCalls.export}?format=xlsx`, calls.funnelExport, adminCalls.activityExport];
  for (const path of [...lists, ...figures]) {
    const { bytes, text, status } = await sendAs(app, token, 'GET', path);
    expect([path, status, status === 200 || text]).toEqual([path, 200, true]);
    const isBook = bytes.subarray(0, 2).toString() === 'PK';
    // In a workbook a text says that it is one: only cells of CSV can become formulas.
    if (isBook) expect((await readExcelFile(bytes)).length).toBeGreaterThan(0);
    else noteCells(tries, path, parse(text, { bom: true, relax_column_count: true }) as string[][]);
  }
});

function noteCells(tries: Tries, path: string, rows: string[][]): void {
  for (const cell of rows.flat()) {
    const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(cell.trimStart()) && !/^-?\d+(?:\.\d+)?%?$|^[-–—]$/.test(cell);
    tries.note(isFormula && `${path}: ${JSON.stringify(cell)}`);
  }
}

function fieldsOf({ body }: DescribedCall): string[] {
  return Object.keys(body?.properties ?? {});
}

function inQuery(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.slice(0, 500).toWellFormed());
}

function deep(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}
