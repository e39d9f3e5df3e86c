import { sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import type {} from './mails.server.ts';

/**
 * Removes mails of a kind that tells of many records, such as a digest, where they link to one of these. `links` are the
 * ends of such links, as in `request=12`.
 */
export async function forgetMailsLinking(transaction: Database, kind: string, links: string[]): Promise<void> {
  if (links.length === 0) return;
  const mails = await transaction
    .selectFrom('mails')
    .select(['id', 'text'])
    .where('kind', '=', kind)
    .where((eb) => eb.or(links.map((link) => eb('text', 'like', `%${link}%`))))
    .execute();
  // 12 is no 123.
  const linking = mails.filter(({ text }) => links.some((link) => new RegExp(`${link}(?!\\d)`).test(text)));
  if (linking.length === 0) return;
  const ids = linking.map(({ id }) => id);
  await transaction.deleteFrom('mails').where('id', 'in', ids).execute();
}

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
