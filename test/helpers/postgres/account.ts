import { readFileSync } from 'node:fs';

/** Whom PostgreSQL runs as. It refuses root, so root hands it to an account without rights. */
export interface Account {
  uid: number;
  gid: number;
}

/** Null where the account that runs the tests will do. */
export function accountForPostgres(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65_534, gid: 65_534 };
}
