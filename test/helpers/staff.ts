import { adminCalls, calls } from '#paths.ts';
import type { Role } from '../../src/api/rights.ts';
import { addUser } from '../../src/auth/data.server.ts';
import { hashPassword } from '../../src/auth/passwords.server.ts';
import { createSession } from '../../src/platform/session/sessions.server.ts';
import type { TestApp } from './app.ts';
import type { Answer, Client } from './requests.ts';

export const rightPassword = 'শিউলি ফুটেছে ১২৩';

export interface Staff {
  id: number;
  email: string;
}

let hired = 0;
let networks = 0;
/** Made once: a hash takes as long as it is meant to. */
let hashOfRight: Promise<string> | null = null;

/** Somebody who may sign in with `rightPassword`; each time another one. */
export async function hireStaff(
  app: Pick<TestApp, 'database'>,
  name = 'নাসরিন আক্তার',
  role: Role = 'owner',
): Promise<Staff> {
  const email = `staff${++hired}@prangon.example`;
  hashOfRight ??= hashPassword(rightPassword);
  await addUser(app.database, { name, email, passwordHash: await hashOfRight, role });
  const { id } = await app.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id, email };
}

/** An address that no test has come from yet, so that limits of networks do not mix. */
export function newNetwork(): string {
  networks++;
  return `127.9.${networks >> 8}.${networks & 255}`;
}

/** Tries to sign in, each time from a new network unless said otherwise. */
export function tryLogin(
  app: TestApp,
  body: unknown,
  { from = newNetwork(), headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return app.postJson(calls.login, body, { 'x-csrf-token': app.token, ...headers }, from);
}

/** Signs in and answers the token. */
export async function signIn(app: TestApp, { email }: { email: string }, more: object = {}): Promise<string> {
  const answer = await tryLogin(app, { email, password: rightPassword, ...more });
  if (answer.status !== 200) throw new Error(`Could not sign in: ${answer.status} ${answer.text}`);
  return answer.json<{ token: string }>().token;
}

/** The token of somebody who signed in earlier. */
export async function sessionOf(app: Pick<TestApp, 'database'>, { id }: Staff, remember = false): Promise<string> {
  const session = { userId: id, remember, userAgent: 'test', network: newNetwork() };
  const { token } = await app.database.transaction().execute((transaction) => createSession(transaction, session));
  return token;
}

/** So many sessions, ten of each of the staff: a session may send 20 calls a second only. */
export async function sessionsOf(
  app: TestApp,
  count: number,
  { remember = false, role = 'owner' }: { remember?: boolean; role?: Role } = {},
): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const staff = await hireStaff(app, undefined, role);
    for (let of = 0; of < 10 && tokens.length < count; of++) tokens.push(await sessionOf(app, staff, remember));
  }
  return tokens;
}

/** Sends a call as somebody who is signed in. */
export function sendAs(
  app: TestApp,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  from?: string,
): Promise<Answer> {
  return app.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(from && { from }),
  });
}

/** Uploads a file, as a form of the back office does. */
export function uploadAs(to: Pick<Client, 'send'>, token: string, name: string, file: Uint8Array): Promise<Answer> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return to.send(adminCalls.uploads, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
  });
}
