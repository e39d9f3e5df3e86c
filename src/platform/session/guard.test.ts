// @module-tag postgres
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishManyNews } from '../../../test/helpers/content.ts';
import { sendRaw } from '../../../test/helpers/requests.ts';
import { hireStaff, sendAs, signIn } from '../../../test/helpers/staff.ts';
import { whileClockStands } from '../../../test/helpers/stopped-clock.ts';
import { sweepSessions } from './sessions.server.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await signIn(app, await hireStaff(app));
  return app.close;
});

// That every call of staff does is tried in rights.test.ts.
test('answers 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', calls.signedInUser],
    ['HEAD', calls.account],
    ['PUT', calls.account],
    ['POST', calls.logout],
  ] as const) {
    const answer = await app.send(path, { method });
    expect([answer.status, answer.headers['www-authenticate']], path).toEqual([401, 'Bearer']);
    if (method !== 'HEAD') expect(answer.json()).toEqual({ message: 'Unauthenticated.' });
  }
});

test('a long answer comes compressed to who can read that, a short one as it is', async () => {
  await publishManyNews(app, 10);
  const get = (path: string, encoding: string) =>
    app.send(path, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } });
  const plain = await get(adminCalls.news, 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  for (const [taken, encoding, read] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const compressed = await get(adminCalls.news, taken);
    expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept, accept-encoding' });
    expect(read(compressed.bytes).toString()).toBe(plain.text);
  }
  expect((await get(calls.signedInUser, 'br')).headers).not.toHaveProperty('content-encoding');
});

test('takes one well-formed bearer in its header, and nothing else: not twice, nor with a line break in it', async () => {
  const other = await signIn(app, await hireStaff(app));
  const refused: Record<string, string>[] = [
    { authorization: token },
    { authorization: `bearer ${token}` },
    { authorization: `BEARER ${token}` },
    { authorization: `Bearer  ${token}` },
    { authorization: `Bearer ${token},` },
    { authorization: `Bearer ${token}=` },
    { authorization: `Bearer ${token.slice(1)}` },
    { authorization: `Bearer ${token} ${token}` },
    { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
    { authorization: `Bearer ${'a'.repeat(10_240)}` },
    { authorization: `Bearer ${token.slice(0, 22)}${other.slice(22)}` },
    { authorization: 'Bearer' },
    { authorization: '' },
    { cookie: `token=${token}; authorization=Bearer ${token}` },
    { 'x-authorization': `Bearer ${token}` },
  ];
  for (const headers of refused) {
    expect((await app.get(calls.signedInUser, headers)).status, JSON.stringify(headers)).toBe(401);
  }
  expect((await app.get(`${calls.signedInUser}?token=${token}&access_token=${token}`)).status).toBe(401);
  expect((await app.postJson(calls.logout, { token })).status).toBe(401);
  const bearer = `Bearer ${token}`;
  for (const authorization of [
    [bearer, bearer],
    ['Bearer x', bearer],
    [bearer, 'Bearer x'],
  ])
    expect((await app.send(calls.signedInUser, { headers: { authorization } })).status).toBe(401);
  const broken = `Authorization: Bearer ${token.slice(0, 20)}\r\n ${token.slice(20)}`;
  const request = `GET ${calls.signedInUser} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${broken}\r\n\r\n`;
  expect([400, 401]).toContain((await sendRaw(app.url, request)).status);
  expect((await app.get(calls.signedInUser, { authorization: `Bearer ${token}` })).status).toBe(200);
});

test('needs no CSRF token, and refuses foreign pages with 403', async () => {
  const authorization = `Bearer ${token}`;
  expect((await app.get(calls.signedInUser, { authorization })).status).toBe(200);
  expect((await app.get(calls.signedInUser, { authorization, origin: app.url })).status).toBe(200);
  for (const foreign of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: app.url.replace('http:', 'https:') },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const answer = await app.send(calls.logout, { method: 'POST', headers: { authorization, ...foreign } });
    expect(answer.status).toBe(403);
  }
  expect((await app.get(calls.signedInUser, { authorization })).status).toBe(200);
});

test('a page of the public address without TLS, or on another port, is foreign to it', async () => {
  const host = 'prangon.example';
  const secure = await openTestApp({ store: app.store, env: { PUBLIC_URL: `https://${host}` } });
  try {
    const statusOf = async (origin: string, named: string) =>
      (await secure.get(calls.signedInUser, { authorization: `Bearer ${token}`, origin, host: named })).status;
    expect(await statusOf(`https://${host}`, host)).toBe(200);
    for (const origin of [`http://${host}`, `https://${host}:8443`]) expect(await statusOf(origin, host)).toBe(403);
    // By its own name it may be asked too, whoever has taken the TLS off.
    const { host: own } = new URL(secure.url);
    for (const origin of [secure.url, `https://${own}`]) expect(await statusOf(origin, own)).toBe(200);
  } finally {
    await secure.close();
  }
});

test('addresses that are nearly guarded ones give nothing away', async () => {
  const authorization = `Bearer ${token}`;
  const none = ['/account/', '%2Faccount', '/./account', '/account;a=b', '/account.json', '/account%20'];
  for (const path of [...none.map((end) => `/admin${end}`), '//admin/account', '/ADMIN/account', '/x/../admin/account'])
    for (const headers of [{}, { authorization }]) expect((await app.get(path, headers)).status, path).toBe(404);
  // The same address, spelled with an escape.
  expect((await app.get('/%61dmin/account')).status).toBe(401);
  for (const method of ['PATCH', 'OPTIONS', 'DELETE'])
    expect([404, 405], method).toContain(
      (await app.send('/admin/account', { method, headers: { authorization } })).status,
    );
});

test('a session lives 12 hours, or 30 days when remembered, its token in no row; then it is dead and swept', async () => {
  const staff = await hireStaff(app);
  const tokens = [await signIn(app, staff), await signIn(app, staff, { remember: true })];
  const rows = await sessionsOf(staff.id);
  for (const each of tokens) expect(JSON.stringify(rows)).not.toContain(each);
  const hours = rows.map((row) => (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 3_600_000);
  expect(hours).toEqual([12, 720]);
  expect(Math.abs(Date.parse(rows[0]?.created_at ?? '') - Date.now())).toBeLessThan(60_000);

  const past = { expires_at: new Date(Date.now() - 1_000).toISOString() };
  await app.database
    .updateTable('sessions')
    .set(past)
    .where('id', '=', rows[0]?.id ?? 0)
    .execute();
  const states = await Promise.all(tokens.map((each) => sendAs(app, each, 'GET', calls.signedInUser)));
  expect(states.map((answer) => answer.status)).toEqual([401, 200]);
  await sweepSessions(app.database, app.settings);
  expect((await sessionsOf(staff.id)).map((row) => row.id)).toEqual([rows[1]?.id]);
});

test('the last use is noted once a minute at most, and prolongs nothing', async () => {
  const staff = await hireStaff(app);
  const used = await signIn(app, staff);
  const [before] = await sessionsOf(staff.id);
  await sendAs(app, used, 'GET', calls.signedInUser);
  expect((await sessionsOf(staff.id))[0]).toEqual(before);
  const longAgo = new Date(Date.now() - 3_600_000).toISOString();
  await app.database.updateTable('sessions').set({ last_used_at: longAgo }).where('user_id', '=', staff.id).execute();
  await app.get(calls.signedInUser, { authorization: `Bearer ${used}`, 'x-unattended': '1' });
  expect((await sessionsOf(staff.id))[0]?.last_used_at).toBe(longAgo);
  await sendAs(app, used, 'GET', calls.signedInUser);
  const [after] = await sessionsOf(staff.id);
  expect(after?.last_used_at.localeCompare(longAgo)).toBe(1);
  expect(after?.expires_at).toBe(before?.expires_at);
});

test.each([
  [{}, { other: 120, remembered: 14 * 1_440 }],
  [
    { SESSION_IDLE: '15', SESSION_IDLE_REMEMBERED: '8' },
    { other: 15, remembered: 480 },
  ],
])('without use a session ends, with %o after %o minutes', async (env, minutes) => {
  const other = await openTestApp({ env, store: app.store });
  const staff = await hireStaff(app);
  for (const [kind, end] of Object.entries(minutes)) {
    const token = await signIn(app, staff, { remember: kind === 'remembered' });
    const statusAfter = async (unused: number) => {
      const last_used_at = new Date(Date.now() - unused * 60_000).toISOString();
      await app.database.updateTable('sessions').set({ last_used_at }).where('user_id', '=', staff.id).execute();
      return (await sendAs(other, token, 'GET', calls.signedInUser)).status;
    };
    expect([await statusAfter(end - 1), await statusAfter(end + 1)], kind).toEqual([200, 401]);
    await sweepSessions(app.database, other.settings);
    expect(await sessionsOf(staff.id)).toEqual([]);
  }
  await other.close();
});

test('a session has 100 calls at once, then 429 with Retry-After; other sessions go on', async () => {
  const [busy, quiet] = [await signIn(app, await hireStaff(app)), await signIn(app, await hireStaff(app))];
  const from = ['127.8.0.1', '127.8.0.2', '127.8.0.3', '127.8.0.4'];
  const send = (_: unknown, index: number) =>
    app.send(calls.signedInUser, { headers: { authorization: `Bearer ${busy}` }, from: from[index % 4] ?? '' });
  const answers = await whileClockStands(() => Promise.all(Array.from({ length: 110 }, send)));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(10);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await sendAs(app, quiet, 'GET', calls.signedInUser)).status).toBe(200);
});

function sessionsOf(userId: number) {
  return app.database.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}
