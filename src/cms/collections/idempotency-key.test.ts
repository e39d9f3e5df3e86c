// @module-tag postgres
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Description, type Operation, operationsOf } from '#api/openapi.ts';
import { adminCalls, calls, callsDescription, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { bodyOf, wellFormed } from '../../../test/helpers/described-calls.ts';
import { askForDemo } from '../../../test/helpers/leads.ts';
import { dataUrl } from '../../../test/helpers/office.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { addSampleWithoutPictures } from '../../../test/helpers/sample.ts';
import { hireStaff, newNetwork, sessionOf } from '../../../test/helpers/staff.ts';

let app: TestApp;
let token: string;
let picture: string;
let leadId: number;
let tables: string[] | null = null;
let description: Description;
let described: { path: string; operation: Operation }[];
beforeAll(async () => {
  app = await openTestApp();
  await addSampleWithoutPictures(app);
  token = await sessionOf(app, await hireStaff(app));
  picture = await dataUrl(8, 8);
  leadId = await askForDemo(app);
  description = (await app.get(callsDescription)).json();
  described = operationsOf(description).filter(({ operation: { parameters = [] } }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  return app.close;
});

/** Where the description leaves open what is right. */
const given: Record<string, (which: number) => object> = {
  [adminCalls.webhooks]: (which) => ({ url: `https://hooks.prangon.example/${which}`, events: ['lead.created'] }),
  // Only its picture is required, which is the same.
  [adminCalls.clients]: (which) => ({ Client_title: `শাপলা ${which}` }),
  [calls.demoRequest]: visitor,
  [leadCalls.list]: (which) => ({ ...visitor(10 + which), institute_name: `স্কুল ${which}` }),
};

function send(call: string, key: string, body: object): Promise<Answer> {
  return app.send(call.replace('{id}', String(leadId)), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(call.startsWith('/admin/') ? { authorization: `Bearer ${token}` } : { 'x-csrf-token': app.token }),
    },
    body: JSON.stringify(body),
    from: newNetwork(),
  });
}

/** Only what is required, and of choices one near the last: `which` makes the body another one. */
function bodyFor(call: string, operation: Operation, which: number): object {
  const schema = operation.requestBody?.content['application/json']?.schema ?? {};
  const text = (name: string) => wellFormed(name, which, picture) ?? `লেখা ${which}`;
  const filling = { random: () => 1 - which / 5, id: () => 1, text };
  return { ...(bodyOf(schema, filling) as object), ...given[call]?.(which) };
}

test('every POST that describes an Idempotency-Key makes one record with it, and answers the same again', async () => {
  expect(described.map((each) => each.path)).toEqual(
    expect.arrayContaining([
      calls.demoRequest,
      adminCalls.news,
      leadCalls.list,
      ...[leadCalls.notes, leadCalls.calls, leadCalls.messages].map((call) => call.replace(':id', '{id}')),
    ]),
  );
  for (const { path: call, operation } of described) {
    const key = `key of ${call}`.replaceAll(/[^\w]/g, '-');
    const body = bodyFor(call, operation, 1);
    const first = await send(call, key, body);
    expect(first.status, `${call} ${first.text}`).toBe(201);
    const counts = await countAll();
    const again = await send(call, key, body);
    expect([again.status, again.json()], call).toEqual([201, first.json()]);
    expect(await countAll(), call).toEqual(counts);
    const other = await send(call, key, bodyFor(call, operation, 2));
    expect([other.status, other.text, await countAll()], call).toEqual([
      422,
      expect.stringContaining('used for another request'),
      counts,
    ]);
  }
});

test('deploy/nginx.conf repeats the POSTs that are described with it, and no other', async () => {
  const config = await readFile(path.join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');
  const repeated = Array.from(config.matchAll(/"~(.+)" 1;/g), ([, pattern = '']) => new RegExp(pattern));
  const isRepeated = (call: string, key: string) =>
    repeated.some((pattern) => pattern.test(`${call.replaceAll(/\{\w+\}/g, '7')} ${key}`));
  const posts = operationsOf(description).filter(({ method }) => method === 'post');
  const takers = described.map((each) => each.path);
  expect(posts.filter((each) => isRepeated(each.path, 'a-key')).map((each) => each.path)).toEqual(takers);
  expect(takers.filter((call) => isRepeated(call, ''))).toEqual([]);
});

async function countAll(): Promise<object | undefined> {
  tables ??= (await app.database.introspection.getTables()).map(({ name }) => name);
  const counts = tables.map((name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`);
  return (await sql<object>`select ${sql.join(counts)}`.execute(app.database)).rows[0];
}
