import { revokeAllAccess } from '#accounts/other-store.server.ts';
import { stopTexts } from '#leads/outgoing/deliveries.server.ts';
import type { Database } from '#server/database/open.server.ts';

/** Where a store was put back from a backup: sessions and links of its past end, and texts that it holds are not sent again. */
export async function onRestore(transaction: Database): Promise<void> {
  await revokeAllAccess(transaction);
  await stopTexts(transaction);
}
