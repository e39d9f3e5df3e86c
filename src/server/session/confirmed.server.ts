import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/open.server.ts';
import { Refusal } from '../errors.server.ts';

/**
 * A stolen token, or an open window, is not enough for what gives somebody a lasting way in or takes data away.
 * A route says so by `config: { confirm: true }`; a handler calls this where it depends on the body.
 * @throws {Refusal} 403 with the ways to confirm, where the session has not done so within ten minutes
 */
export async function assertConfirmed(database: Database, { staff }: FastifyRequest): Promise<void> {
  if (staff.isConfirmed) return;
  const passkey = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', staff.user.id)
    .limit(1)
    .executeTakeFirst();
  throw new Refusal(403, 'Confirm that it is you, with your password or a passkey. Nothing was done yet.', {
    confirm: passkey ? ['password', 'passkey'] : ['password'],
  });
}
