import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { prangon, runCommand } from '../../test/helpers/command.ts';
import { hireStaff, rightPassword, sendAs, sessionOf, tryLogin } from '../../test/helpers/staff.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('account reset gives a new password beside the running server, takes off the second factor and ends the sessions', async () => {
  const nasrin = await hireStaff(app);
  const token = await sessionOf(app, nasrin);
  const since = new Date().toISOString();
  const codeApp = { user_id: nasrin.id, secret_sealed: 'x', last_step: 0, created_at: since };
  await app.database.insertInto('code_apps').values(codeApp).execute();
  await app.database.updateTable('users').set({ second_factor_since: since }).where('id', '=', nasrin.id).execute();

  const { code, out } = await prangon(app.store, ['account', 'reset', nasrin.email.toUpperCase(), '--json']);
  expect(code).toBe(0);
  const { email, password } = JSON.parse(out);
  expect(email).toBe(nasrin.email);
  expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(401);
  expect((await tryLogin(app, { email, password: rightPassword })).status).toBe(401);
  const signedIn = await tryLogin(app, { email, password });
  expect(signedIn.status).toBe(200);

  const own = signedIn.json<{ token: string }>().token;
  const activity = () => sendAs(app, own, 'GET', `${adminCalls.activity}?record=accounts:${nasrin.id}`);
  expect(signedIn.json()).toMatchObject({ user: { must_change_password: true } });
  const refused = await activity();
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Choose your own in your profile')]);
  const fresh = 'কাশফুল দোলে ১২৩';
  const body = { current_password: password, password: fresh, password_confirmation: fresh };
  expect((await sendAs(app, own, 'PUT', calls.accountPassword, body)).status).toBe(200);
  const user = await sendAs(app, own, 'GET', calls.signedInUser);
  expect(user.json()).not.toHaveProperty('must_change_password');
  expect((await activity()).json<{ data: object[] }>().data).toMatchObject([
    { action: 'change-password' },
    { user: null, action: 'reset', network: 'command' },
  ]);
});

test('a password that the program made signs in for seven days', async () => {
  const { email, password } = JSON.parse(
    (await prangon(app.store, ['account', 'add', 'sumi@example.com', '--json'])).out,
  );
  const users = app.database.selectFrom('users').select('made_password_ends_at').where('email', '=', email);
  const { made_password_ends_at: end } = await users.executeTakeFirstOrThrow();
  expect(Math.abs(Date.parse(end ?? '') - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  const makeOlder = (days: number) => {
    const made_password_ends_at = new Date(Date.now() + (7 - days) * 86_400_000 + 60_000).toISOString();
    return app.database.updateTable('users').set({ made_password_ends_at }).where('email', '=', email).execute();
  };
  await makeOlder(7);
  expect((await tryLogin(app, { email, password })).status).toBe(200);
  await makeOlder(8);
  const late = await tryLogin(app, { email, password });
  expect([late.status, late.text]).toEqual([403, expect.stringContaining(`account reset ${email}`)]);
  expect((await tryLogin(app, { email, password: 'wrong password' })).status).toBe(401);
});

test('account add makes an owner, or whoever --role says, and --link prints a link; account list names everybody', async () => {
  const owner = JSON.parse((await prangon(app.store, ['account', 'add', 'Rahim@example.com', '--json'])).out);
  expect(owner).toMatchObject({ name: 'Rahim', email: 'rahim@example.com', role: 'owner' });
  expect((await tryLogin(app, owner)).status).toBe(200);

  const reset = JSON.parse((await prangon(app.store, ['account', 'reset', owner.email, '--link', '--json'])).out);
  const link = new URL(reset.link);
  const body = { token: link.searchParams.get('token'), email: owner.email, password: 'কাশফুল দোলে ১২৩' };
  expect((await app.postJson(calls.resetPassword, body, { 'x-csrf-token': app.token })).status).toBe(200);
  expect((await tryLogin(app, body)).status).toBe(200);

  const args = ['account', 'add', 'mina@example.com', '--role', 'sales', '--name', 'মিনা', '--link'];
  const { out } = await prangon(app.store, args);
  expect(out).toContain('/accept-invitation?token=');
  const { accounts } = JSON.parse((await prangon(app.store, ['account', 'list', '--json'])).out);
  expect(accounts).toContainEqual(
    expect.objectContaining({ email: 'mina@example.com', name: 'মিনা', state: 'invited' }),
  );
  expect(accounts).toContainEqual(expect.objectContaining({ email: 'rahim@example.com', role: 'owner', sessions: 1 }));
});

test('what is typed wrong ends with 2, what is refused with 1; both say what to do', async () => {
  const refused = [
    [['account', 'add', 'rahim@example.com'], 1, 'account reset'],
    [['account', 'reset', 'nobody@example.com'], 1, 'account list'],
    [['account', 'add', 'no address'], 2, 'name@example.com'],
    [['account', 'add', 'a@example.com', '--role', 'king'], 2, 'owner, editor, sales, viewer'],
    [['account', 'reset'], 2, 'Usage: prangon account'],
    [['account', 'lst'], 2, 'Usage: prangon account'],
    [['version', '--jsn'], 2, "Unknown option '--jsn'"],
    [['acount'], 2, '--help'],
  ] as const;
  for (const [args, code, says] of refused) {
    const result = await prangon(app.store, [...args]);
    expect([result.code, result.out]).toEqual([code, '']);
    expect(result.err).toContain(says);
    const asJson = await prangon(app.store, [...args, '--json']);
    const { status, message, hint } = JSON.parse(asJson.out);
    expect([asJson.code, asJson.err, status, message]).toEqual([code, '', 'error', expect.stringMatching(/./)]);
    expect(`${message}\n${hint}`).toContain(says);
  }
});

test('where there is no store a command says so, and makes none', async () => {
  const none = `${app.store.dataDir}/none`;
  const result = await runCommand(['account', 'list', '--json'], { DATA_DIR: none });
  expect(result.code).toBe(1);
  expect(JSON.parse(result.out)).toEqual({ status: 'error', message: expect.stringContaining('no store'), hint: null });
});
