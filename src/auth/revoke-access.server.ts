import { endAllPreviews } from '#cms/versions/previews.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { endAllResetLinks } from './password-reset/data.server.ts';
import { endAllTickets } from './second-factor/tickets.server.ts';

/** Ends everything that a restored backup contains although it may have ended since. */
export async function revokeAllAccess(transaction: Database): Promise<void> {
  await transaction.deleteFrom('sessions').execute();
  await endAllResetLinks(transaction);
  await endAllTickets(transaction);
  await endAllPreviews(transaction);
}
