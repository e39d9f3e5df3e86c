import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, callsReference } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/docs tells of every call, with its fields, and for whom it is', async () => {
  const { status, text } = await app.get(callsReference, { accept: 'text/html' });
  expect(status).toBe(200);
  const all: string[] = [...Object.values(calls), ...Object.values(adminCalls)];
  for (const path of all) expect(text.includes(` ${path.replace(/:(\w+)/g, '{$1}')}</code>`), path).toBe(true);
  expect(text.includes('intstilation_cost: ')).toBe(true);
  const logout = text.slice(text.indexOf(`POST ${calls.logout}</code></h3>`));
  expect(logout.slice(0, 200)).toContain('For staff.');
  const login = text.slice(text.indexOf(`POST ${calls.login}</code></h3>`));
  expect(login.slice(0, 200)).toContain('For everyone.');
});
