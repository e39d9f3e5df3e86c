import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    users: UsersTable;
  }
}

interface UsersTable {
  id: Generated<number>;
  name: string;
  /** In lower case. */
  email: string;
  password_hash: string;
  role: string;
  image_key: string | null;
  created_at: string;
  updated_at: string;
}

export async function hasUsers(database: Database): Promise<boolean> {
  return (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function addUser(
  database: Database,
  user: { name: string; email: string; passwordHash: string },
): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('users')
    .values({
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      role: 'admin',
      created_at: now,
      updated_at: now,
    })
    .execute();
}
