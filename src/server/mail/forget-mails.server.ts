import { sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import type {} from './mails.server.ts';

/**
 * Removes mails for good, sent or not: those that belong to these records, and all to these addresses (in lower case)
 * but the ones that let people back into their account.
 */
export async function forgetMailsOf(
  transaction: Database,
  { kind, ids, addresses }: { kind: string; ids: number[]; addresses: string[] },
): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb.and([eb('reference_kind', '=', kind), eb('reference_id', 'in', ids)]),
        ...(addresses.length > 0
          ? [sql<boolean>`(kind <> 'password_reset' and lower(recipient) in (${sql.join(addresses)}))`]
          : []),
      ]),
    )
    .execute();
}
