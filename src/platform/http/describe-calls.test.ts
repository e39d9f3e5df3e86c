import type { RouteOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { type Description, operationsOf, type Schema } from '#api/openapi.ts';
import { endpointEvents } from '#integrations/schema.ts';
import { adminCalls, calls, callsDescription, leadCalls } from '#paths.ts';
import type { TestApp } from '../../../test/helpers/app.ts';
import { describedCalls } from '../../../test/helpers/described-calls.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { openAppWithRoutes } from '../../../test/helpers/routes.ts';

let app: TestApp;
let description: Description;
let text: string;
let routes: RouteOptions[];
beforeAll(async () => {
  ({ app, routes } = await openAppWithRoutes());
  const answer = await app.get(callsDescription);
  expect(answer.status).toBe(200);
  text = answer.text;
  description = answer.json();
  return app.close;
});

test('GET /api/openapi.json describes every call, and nothing but calls', () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  const described = Object.keys(description.paths);
  const paths = [...Object.values(calls), ...Object.values(adminCalls)].map((path) => path.replace(/:(\w+)/g, '{$1}'));
  for (const path of paths) expect(described).toContain(path);
  for (const path of described) expect(path).toMatch(/^\/(?:api|admin)\//);
  // It tells nothing of the machine.
  expect(text).not.toMatch(/node_modules|\/work\/|\/tmp\/|sqlite|postgres|\.server\.ts/i);
});

test('a call is described with its bodies, answers and refusals, and whether it is for staff', () => {
  const list = description.paths[adminCalls.news];
  const put = description.paths[`${adminCalls.news}/{id}`]?.put;
  expect(Object.keys(list?.get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '422']));
  expect(Object.keys(list?.post?.responses ?? {})).toEqual(expect.arrayContaining(['201', '401', '422']));
  expect(Object.keys(put?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '404', '409', '422']));
  const fields = ['date', 'short_title', 'title', 'description', 'content', 'status', 'image'];
  expect(Object.keys(bodyOf(adminCalls.news)?.properties ?? {})).toEqual(fields);
  expect(Object.keys(bodyOf(adminCalls.uploads, 'multipart/form-data')?.properties ?? {})).toEqual(['file']);
  // It reads its body in its own way.
  const asked = bodyOf(calls.demoRequest);
  expect(asked).toMatchObject({ required: ['name', 'institute_name', 'number', 'email'] });
  expect(Object.keys(asked?.properties ?? {})).toEqual(expect.arrayContaining(['utm_source', 'students', 'package']));
  for (const call of [list?.post, description.paths[calls.signedInUser]?.get])
    expect(call?.security).toEqual([{ bearer: [] }]);
  for (const call of [description.paths[calls.login]?.post, description.paths[calls.news]?.get])
    expect(call?.security).toEqual([]);
});

test('no route reads its query without a schema for it', () => {
  expect(routes.length).toBeGreaterThan(300);
  const reading = routes.filter(({ handler }) =>
    /\brequest\.query\b|^(?:async )?\(\{[^)]*\bquery\b|\bdemoFormState\b/.test(String(handler)),
  );
  expect(reading.length).toBeGreaterThan(20);
  expect(reading.filter(({ schema }) => !schema?.querystring).map(({ url }) => url)).toEqual([]);
});

test('every parameter of a query says what it means, and of which type it is', () => {
  const all = operationsOf(description).flatMap(({ path, operation }) =>
    (operation.parameters ?? []).filter((each) => each.in === 'query').map((each) => ({ path, ...each })),
  );
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ path }) => path === calls.search).map(({ name }) => name)).toEqual(['q']);
  expect(all.filter((each) => !each.description || !(each.schema.type || each.schema.anyOf))).toEqual([]);
  const schemaOf = (path: string, name: string) => all.find((each) => each.path === path && each.name === name)?.schema;
  expect(schemaOf(calls.news, 'page')).toEqual({ type: 'integer', minimum: 1 });
  expect(schemaOf(adminCalls.news, 'sort')?.enum).toEqual(expect.arrayContaining(['date', '-date', 'title']));
  expect(schemaOf(adminCalls.news, 'state')?.enum).toEqual(['draft', 'scheduled', 'public', 'hidden']);
  expect(schemaOf(leadCalls.list, 'status')?.enum).toEqual(expect.arrayContaining(['new', 'won', 'open']));
});

test('records have a name, by which all calls refer to them', () => {
  const { schemas } = description.components;
  const names = ['NewsItem', 'PublicNewsItem', 'Client', 'PublicClient', 'Lead', 'LeadDetails', 'User', 'Mail'];
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(names));
  const dataOf = (path: string, method: 'get' | 'put') =>
    description.paths[path]?.[method]?.responses[200]?.content?.['application/json']?.schema.properties?.data;
  const reference = { $ref: '#/components/schemas/NewsItem' };
  expect(dataOf(adminCalls.news, 'get')?.items).toEqual(reference);
  expect(dataOf(`${adminCalls.news}/{id}`, 'get')).toEqual(reference);
  expect(dataOf(`${adminCalls.news}/{id}`, 'put')).toEqual(reference);
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/([^"]*)/g)) expect(schemas).toHaveProperty(name);
  expect(Buffer.byteLength(text)).toBeLessThan(700_000);
});

test('what is sent to webhooks is described by event', () => {
  expect(Object.keys(description.webhooks)).toEqual(endpointEvents.filter((event) => event !== 'sms'));
  const body = description.webhooks['lead.won']?.post.requestBody?.content['application/json']?.schema;
  expect(body?.properties?.type).toMatchObject({ const: 'lead.won' });
  expect(Object.keys(body?.properties?.data?.properties ?? {})).toContain('previous_status');
});

test('no parameter of a query causes a fault', async () => {
  const office = await openOffice(app);
  const reading = (await describedCalls(app.get)).filter(
    ({ method, path, query }) => method === 'GET' && query.length > 0 && !path.includes('{'),
  );
  expect(reading.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const { path, query } of reading) {
    for (const name of query) {
      const address = `${path}?${name}=${encodeURIComponent('ক\0খ')}`;
      const { status } = await office.get(address);
      if (status >= 500) faults.push(`${address}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
});

test('each call has a name of its own, says what it does, for whom, and what else may be answered', () => {
  const all = operationsOf(description);
  const names = all.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(all.length);
  for (const { path, method, operation } of all) {
    const { operationId, summary, description: told, tags, responses, parameters = [] } = operation;
    expect(operationId, `${method} ${path} has no summary`).toMatch(/^[a-z]{3,}[A-Z]/);
    expect(summary, operationId).not.toMatch(/[{}]/);
    expect(told, operationId).toMatch(/^For (?:everyone|staff)/);
    expect(tags, operationId).toHaveLength(1);
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['429', '500', '503']));
    const needsToken = ['419' in responses, parameters.some(({ name }) => name === 'X-CSRF-TOKEN')];
    expect(new Set(needsToken).size, operationId).toBe(1);
  }
  expect(description.paths[adminCalls.news]?.post).toMatchObject({
    operationId: 'createNewsItem',
    summary: 'Create a news item',
    description: 'For staff who may write the area “Content and pictures”: Owner, Editor.',
    tags: ['News'],
  });
});

function bodyOf(path: string, type = 'application/json'): Schema | undefined {
  return description.paths[path]?.post?.requestBody?.content[type]?.schema;
}
