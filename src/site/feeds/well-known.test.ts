import { beforeAll, expect, test } from 'vitest';
import { adminCalls, discovery, wellKnown } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://school.example' } });
  office = await openOffice(app);
  return app.close;
});

test('security.txt names whom to tell, for half a year (RFC 9116)', async () => {
  const { status, headers, text } = await app.get(wellKnown.securityContact);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(text.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  expect(fields.get('Contact')).toBe('https://school.example/');
  expect(fields.get('Canonical')).toBe(`https://school.example${wellKnown.securityContact}`);
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(180);
  expect(days).toBeLessThan(183);
  const { data } = (await office.get(adminCalls.siteSettings)).json<{ data: object }>();
  await office.put(adminCalls.siteSettings, { ...data, email: 'office@school.example' });
  expect((await app.get(wellKnown.securityContact)).text).toContain('Contact: mailto:office@school.example\n');
});

test('password managers are led to where a password is changed', async () => {
  const { status, headers } = await app.get(wellKnown.changePassword);
  expect([status, headers.location]).toEqual([302, '/admin/profile']);
});

test('llms.txt tells of the site in Markdown, with what was written last', async () => {
  await publishNews(app, { title: 'ভর্তি [নতুন] চলছে' });
  const { status, headers, text } = await app.get(discovery.forLanguageModels);
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toMatch(/^# প্রাঙ্গণ\n\n> .+\n/);
  expect(text).toMatch(/\n- \[ভর্তি \\\[নতুন\\\] চলছে\]\(https:\/\/school\.example\/news\/details\/\d+\)/);
  for (const [, path = ''] of text.matchAll(/\]\(https:\/\/school\.example(\/[^)]*)\)/g))
    expect((await app.get(path, { accept: '*/*' })).status, path).toBe(200);
});
