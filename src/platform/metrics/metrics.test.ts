import { readFileSync } from 'node:fs';
import path from 'node:path';
import { symbols } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { calls, health, pages, previews } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { freePort } from '../../../test/helpers/free-port.ts';
import { hireStaff, tryLogin } from '../../../test/helpers/staff.ts';
import { storeKind } from '../../../test/helpers/store.ts';
import { projectRoot } from '../settings/project-root.server.ts';

const token = 'a token of Prometheus';
let app: TestApp;
let own: string;
const lines: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  own = `http://127.0.0.1:${port}`;
  const env = { METRICS_PORT: String(port), METRICS_TOKEN: token, LOG_REQUESTS: '1', LOG_LEVEL: 'info' };
  app = await openTestApp({ env, beforePrepare: ({ log }) => capture(log) });
  return app.close;
});

const read = async (bearer = token) => app.get(health.metrics, { authorization: `Bearer ${bearer}` });
const figure = async (name: string) => {
  const line = (await read()).text.split('\n').find((each) => each.startsWith(`${name} `));
  return line && Number(line.slice(name.length + 1));
};

test('the numbers are behind the token, and on the port of their own; without a setting they are nowhere', async () => {
  expect((await app.get(health.metrics)).status).toBe(401);
  expect((await read('another one')).status).toBe(401);
  const { status, headers, text } = await read();
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
  const beside = await fetch(own + health.metrics);
  expect(await beside.text()).toContain('# TYPE prangon_requests_total counter');
  expect((await fetch(own + pages.home)).status).toBe(404);
  expect(text).not.toContain(token);
  const other = await openTestApp();
  expect((await other.get(health.metrics)).status).toBe(404);
  await other.close();
});

test('they count what is answered, from memory too', async () => {
  const { headers } = await app.get(pages.packages);
  await app.get(pages.packages);
  await app.get(pages.packages, { 'if-none-match': String(headers.etag) });
  await app.get('/nothing');
  const of = (route: string, status: number, from: string) =>
    figure(`prangon_requests_total{route="${route}",status="${status}",from="${from}"}`);
  expect(await of('/packages', 200, 'routing')).toBe(1);
  expect(await of('/packages', 200, 'memory')).toBe(1);
  expect(await of('/packages', 304, 'memory')).toBe(1);
  expect(await of('none', 404, 'routing')).toBe(1);
  expect(await figure('prangon_making_seconds_count')).toBeGreaterThan(0);
});

test('they tell of failed sign-ins, queues, mails, the disk and the database', async () => {
  await tryLogin(app, { email: (await hireStaff(app)).email, password: 'a wrong password' });
  expect(await figure('prangon_security_events_total{event="login_failed"}')).toBe(1);
  await queueMail(app.database, { to: 'a@shapla.example', subject: 'x', text: 'x', html: 'x', kind: 'test' });
  expect(await figure('prangon_mails{state="queued"}')).toBe(1);
  expect(await figure('prangon_queue_age_seconds{queue="mails"}')).toBeLessThan(60);
  await app.database.updateTable('mails').set({ next_attempt_at: '2026-01-01T00:00:00.000Z' }).execute();
  expect(await figure('prangon_queue_age_seconds{queue="mails"}')).toBeGreaterThan(86_400);
  expect(await figure('prangon_disk_free_bytes')).toBeGreaterThan(1_000_000);
  expect(await figure('prangon_data_folder_there')).toBe(1);
  const idle = await figure('prangon_database_connections{state="idle"}');
  if (storeKind === 'postgres') expect(idle).toBeGreaterThan(0);
  else expect(idle).toBeUndefined();
  expect(await figure('prangon_disk_takes_writes')).toBe(1);
  app.dataDirectory.fail(new Error('disk I/O error'));
  expect((await app.get(health.ready)).json()).toMatchObject({ status: 'disk' });
  expect(await figure('prangon_disk_takes_writes')).toBe(0);
  app.dataDirectory.hasFailed = false;
});

test.each(['alerts.yaml', 'grafana-dashboard.json'])('deploy/%s asks for what there is', async (file) => {
  const text = readFileSync(path.join(projectRoot, 'deploy', file), 'utf8');
  const exported = [...(await read()).text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const used = text.match(/\b(?:prangon|nodejs|process)_\w+/g) ?? [];
  expect(used.length).toBeGreaterThan(8);
  for (const name of used) expect(exported, name).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
});

test('LOG_REQUESTS writes a line for each request, without its query', async () => {
  lines.length = 0;
  await app.get(`${pages.news}?token=secret`);
  await app.get(pages.packages);
  await app.get(calls.news);
  const requestLines = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request');
  await expect.poll(() => requestLines().length).toBe(3);
  const line = { method: 'GET', status: 200, ms: expect.any(Number), id: expect.any(String) };
  for (const address of [pages.news, pages.packages, calls.news])
    expect(requestLines()).toContainEqual(expect.objectContaining({ ...line, path: address }));
  await app.get(`${previews.page('secret')}?secret`);
  const later = () => requestLines().slice(3);
  await expect.poll(later).toMatchObject([{ path: previews.route }]);
  expect(lines.join()).not.toContain('secret');
});

function capture(log: object): void {
  const stream = (log as { [symbols.streamSym]: { write: (line: string) => boolean } })[symbols.streamSym];
  stream.write = (line) => lines.push(line) > 0;
}
