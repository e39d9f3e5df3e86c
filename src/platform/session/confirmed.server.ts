import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/open.server.ts';
import { HttpError } from '../errors.server.ts';

/**
 * For actions that give lasting access or export data, where a stolen token isn't enough. Routes set `config: {
 * confirm: true }`; handlers call this if it depends on the body.
 * @throws {HttpError} 403 with the ways to confirm, unless the session was confirmed within ten minutes
 */
export async function assertConfirmed(database: Database, { staff }: FastifyRequest): Promise<void> {
  if (staff.isConfirmed) return;
  const passkey = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', staff.user.id)
    .limit(1)
    .executeTakeFirst();
  throw new HttpError(403, 'Confirm that it is you, with your password or a passkey. Nothing was done yet.', {
    confirm: passkey ? ['password', 'passkey'] : ['password'],
  });
}
