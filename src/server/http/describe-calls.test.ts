import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, callsDescription } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

interface Operation {
  responses: { [status: string]: { content?: { 'application/json'?: { schema?: object } } } };
  requestBody?: { content: { [type: string]: { schema: { properties?: object } } } };
  security?: object[];
}

let app: TestApp;
let description: { openapi: string; paths: { [path: string]: { [method: string]: Operation } } };
let text: string;
beforeAll(async () => {
  app = await openTestApp();
  const answer = await app.get(callsDescription);
  expect(answer.status).toBe(200);
  text = answer.text;
  description = answer.json();
  return app.close;
});

test('GET /api/openapi.json describes every call, and nothing but calls', () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  const described = Object.keys(description.paths);
  const known = [...Object.values(calls), ...Object.values(adminCalls)].map((path) => path.replace(/:(\w+)/g, '{$1}'));
  for (const path of known) expect(described).toContain(path);
  for (const path of described) expect(path).toMatch(/^\/(?:api|admin)\//);
});

test('a list of the back office is described with its bodies, answers and refusals', () => {
  const list = description.paths[adminCalls.news];
  const record = description.paths[`${adminCalls.news}/{id}`];
  expect(Object.keys(list?.get?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '422']));
  expect(Object.keys(list?.post?.responses ?? {})).toEqual(expect.arrayContaining(['201', '401', '422']));
  expect(Object.keys(record?.put?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '401', '404', '409', '422']),
  );
  const body = list?.post?.requestBody?.content['application/json']?.schema.properties;
  expect(Object.keys(body ?? {})).toEqual([
    'date',
    'short_title',
    'title',
    'description',
    'content',
    'status',
    'image',
  ]);
  expect(list?.post?.security).toEqual([{ bearer: [] }]);
  const upload = description.paths[adminCalls.uploads]?.post?.requestBody?.content['multipart/form-data'];
  expect(Object.keys(upload?.schema.properties ?? {})).toEqual(['file']);
});

test('it says which calls are for staff', () => {
  const security = [{ bearer: [] }];
  expect(description.paths[calls.signedInUser]?.get?.security).toEqual(security);
  expect(description.paths[calls.account]?.put?.security).toEqual(security);
  expect(description.paths[calls.login]?.post?.security).toBeUndefined();
  expect(description.paths[calls.news]?.get?.security).toBeUndefined();
});

test('a call that reads its body in its own way is described with it', () => {
  const body = description.paths[calls.demoRequest]?.post?.requestBody?.content['application/json']?.schema;
  expect(body).toMatchObject({ required: ['name', 'institute_name', 'number', 'email'] });
  expect(Object.keys(body?.properties ?? {})).toEqual(
    expect.arrayContaining(['email', 'utm_source', 'students', 'package']),
  );
});

test('it tells nothing of the machine', () => {
  expect(text).not.toMatch(/node_modules|\/work\/|\/tmp\/|sqlite|postgres|\.server\.ts/i);
});
