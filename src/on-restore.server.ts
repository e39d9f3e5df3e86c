import { revokeAllAccess } from '#auth/revoke-access.server.ts';
import { stopTexts } from '#integrations/deliveries.server.ts';
import type { Database } from '#platform/database/open.server.ts';

/** Where a store was put back from a backup: sessions and links of its past end, and texts that it holds are not sent again. */
export async function onRestore(transaction: Database): Promise<void> {
  await revokeAllAccess(transaction);
  await stopTexts(transaction);
}
