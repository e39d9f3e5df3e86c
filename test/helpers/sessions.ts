import { openTestApp } from './app.ts';
import { secret } from './built-server.ts';
import { hireStaff, sessionOf } from './staff.ts';
import type { Store } from './store.ts';

/** So many sessions for the servers on a store, ten of each of the staff: a session may send 20 calls a second only. */
export async function sessionsOn(store: Store, count: number): Promise<string[]> {
  const app = await openTestApp({ store, env: { SECRET: secret } });
  const tokens: string[] = [];
  for (let staff = await hireStaff(app); tokens.length < count; ) {
    if (tokens.length % 10 === 0) staff = await hireStaff(app);
    tokens.push(await sessionOf(app, staff));
  }
  await app.close();
  return tokens;
}
