import { calls } from '#paths.ts';
import type { TestApp } from './app.ts';
import { hireStaff, signIn } from './staff.ts';

/** What somebody may send who is not signed in, or not any more. */
export async function headersOfStrangers(app: TestApp): Promise<Record<string, Record<string, string>>> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const staff = await hireStaff(app);
  const ended = await signIn(app, staff);
  await app.send(calls.logout, { method: 'POST', headers: bearer(ended) });
  const away = await hireStaff(app);
  const disabled = await signIn(app, away);
  await app.database.updateTable('users').set({ status: 0 }).where('id', '=', away.id).execute();
  const late = await hireStaff(app);
  const expired = await signIn(app, late);
  await app.database
    .updateTable('sessions')
    .set({ expires_at: '2020-01-01T00:00:00.000Z' })
    .where('user_id', '=', late.id)
    .execute();
  const good = await signIn(app, staff);
  return {
    'no token': {},
    'a made-up token': bearer('x'.repeat(43)),
    'a token in lower case': { authorization: `bearer ${good}` },
    'a token as a password': { authorization: `Basic ${good}` },
    'a token in a cookie': { cookie: `token=${good}` },
    'a token in the address': {},
    'an ended session': bearer(ended),
    'an expired session': bearer(expired),
    'a disabled account': bearer(disabled),
  };
}
