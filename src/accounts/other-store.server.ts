import { previews } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { endAllPreviews } from '#server/versions/previews.server.ts';
import { endAllResetLinks } from './password-reset/data.server.ts';
import { endAllTickets } from './second-factor/tickets.server.ts';

/** Ends what a store that was put back from a backup still knows of, though it may have ended since. */
export async function endAllAccess(transaction: Database): Promise<void> {
  await transaction.deleteFrom('sessions').execute();
  await endAllResetLinks(transaction);
  await endAllTickets(transaction);
  await endAllPreviews(transaction);
}

/**
 * Until the answer is called, nobody comes in by what the store knows: it may be one that was put back, and the program
 * listens before it has looked.
 */
export function holdAccess(http: Http): () => void {
  let held = true;
  http.addHook('onRequest', async ({ method, headers, url }) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const isPublic = isRead && headers.authorization === undefined && !url.startsWith(previews.prefix);
    if (!held || isPublic) return;
    throw new Refusal(503, 'সাইটটি চালু হচ্ছে। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 1,
      forStaff: 'The site is just starting. Try again in a moment.',
    });
  });
  return () => {
    held = false;
  };
}
