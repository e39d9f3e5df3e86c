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
  described = await describedCalls(app.get);
  picture = await dataUrl(8, 8);
  return app.close;
});

/** A session that has ended is replaced by another one. */
async function send(method: string, path: string, body: string) {
  const at = counter++ % tokens.length;
  const authorization = `Bearer ${tokens[at]}`;
  const headers = { authorization, 'x-csrf-token': app.token, 'content-type': 'application/json' };
  const answer = await app.send(path, { method, headers, from: `127.24.0.${1 + (counter % 200)}`, body });
  if (answer.status === 401) tokens[at] = (await sessionsOf(app, 1))[0] ?? '';
  return answer;
}

function rightBody({ body }: DescribedCall, random: () => number): object {
  const text = (name: string) => wellFormed(name, counter, picture) ?? `ক্যাম্পাস ${name} ${counter}`;
  return Object(bodyOf(body ?? {}, { random, text, id: () => 1 + Math.floor(random() * 3) }));
}

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
    const path = call.path.replace(/\{\w+\}/g, '1');
    const { status } = await send(call.method, path, JSON.stringify(way === 'listed' ? [body] : body));
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
