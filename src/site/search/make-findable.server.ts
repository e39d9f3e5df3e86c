import { makeDownloadsFindable } from '#content/downloads/search.data.server.ts';
import { makeFeaturesFindable } from '#content/features/search.data.server.ts';
import { makeNewsFindable } from '#content/news/search.data.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { forgetEntries, isFindable, rememberFindable } from '#server/site-search/upkeep.server.ts';

/**
 * Fills the search where it was never filled: after the update that brought it, after the sample content, and whenever
 * words are folded in a new way. In steps, so that other writes get their turn; a start that was cut off begins anew.
 */
export async function makeContentFindable(database: Database): Promise<void> {
  if (await isFindable(database)) return;
  await database.transaction().execute(forgetEntries);
  for (const make of [makeFeaturesFindable, makeDownloadsFindable, makeNewsFindable]) {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await database.transaction().execute((transaction) => make(transaction, from));
    }
  }
  await rememberFindable(database);
}
