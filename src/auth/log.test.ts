import { symbols } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { decryptMail } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, newNetwork, rightPassword, sendAs, signIn, tryLogin } from '../../test/helpers/staff.ts';

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'debug' }, beforePrepare: (opened) => capture(opened.log) });
  return app.close;
});

const newPassword = 'canary-new-password';
const wrongPassword = 'canary-wrong-password';

test('the log tells every security event once, and no secret', async () => {
  const staff = await hireStaff(app);
  const { email } = staff;
  const token = await signIn(app, staff);
  const second = await signIn(app, staff);
  const secrets = [token, second, rightPassword, newPassword, wrongPassword, app.token];

  await sendAs(app, second, 'POST', calls.logout);
  await app.get(`${calls.signedInUser}?token=${token}`, { authorization: `bearer ${token}`, cookie: `token=${token}` });
  await sendAs(app, token, 'PUT', calls.account, { name: 'নাসরিন', email, role: 'owner', password_hash: newPassword });
  const change = { current_password: wrongPassword, password: newPassword, password_confirmation: newPassword };
  await sendAs(app, token, 'PUT', calls.accountPassword, change);
  await sendAs(app, token, 'PUT', calls.accountPassword, { ...change, current_password: rightPassword });
  await send(calls.forgotPassword, { email });
  const links = app.database.selectFrom('mails').selectAll().where('kind', '=', 'password_reset');
  const mail = await links.executeTakeFirstOrThrow();
  const link = /token=([\w-]{43})/.exec(decryptMail(app.settings, mail).text)?.[1] ?? '';
  await send(calls.resetPassword, { token: wrongPassword, email, password: newPassword });
  await send(calls.resetPassword, { token: link, email, password: newPassword });
  for (let count = 0; count < 6; count++) await tryLogin(app, { email, password: wrongPassword });
  const { sessions, cookies } = await manySignIns();

  const log = lines.join('');
  for (const secret of [...secrets, link, ...sessions, ...cookies]) {
    expect(secret).not.toBe('');
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
  expect(log).not.toContain('argon2');

  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (event: string) => events.filter((line) => line.event === event && line.user !== undefined);
  const user = staff.id;
  expect(of('login_failed')).toHaveLength(5);
  const from = { network: expect.stringMatching(/^127\.9\./), id: expect.any(String) };
  expect(of('login_failed')[0]).toMatchObject({ user, ...from });
  expect(of('logout')).toMatchObject([{ user }]);
  expect(of('mass_assignment')).toMatchObject([{ user, fields: ['role', 'password_hash'] }]);
  expect(of('password_refused')).toMatchObject([{ user }]);
  expect(of('password_changed')).toMatchObject([{ user }]);
  expect(of('reset_requested')).toMatchObject([{ user }]);
  expect(events.filter((line) => line.event === 'reset_refused')).toHaveLength(1);
  expect(of('password_reset')).toMatchObject([{ user, sessions: [expect.any(Number)] }]);
  expect(events.filter((line) => line.event === 'limited')).toMatchObject([{ limit: 'account' }]);
  expect(of('sessions_ended')).toMatchObject([{ reason: 'too many' }]);
  for (const line of lines) expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
});

/** Eleven sessions: the first one ends. */
async function manySignIns() {
  const staff = await hireStaff(app);
  const answers = [];
  for (let count = 0; count < 11; count++)
    answers.push(await tryLogin(app, { email: staff.email, password: rightPassword }));
  return {
    sessions: answers.map((answer) => answer.json<{ token: string }>().token),
    cookies: answers.map((answer) => /device=([\w-]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''),
  };
}

function send(path: string, body: unknown) {
  return app.postJson(path, body, { 'x-csrf-token': app.token }, newNetwork());
}

/** Takes the lines instead of standard output. */
function capture(log: object): void {
  const stream = (log as { [symbols.streamSym]: { write: (line: string) => boolean } })[symbols.streamSym];
  stream.write = (line) => lines.push(line) > 0;
}
