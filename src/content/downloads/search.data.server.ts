import { pages } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import { type Findable, keepFindable, makeFindable, type SearchEntry } from '#server/site-search/entries.server.ts';
import { downloadRecords } from './data.server.ts';

/** Brings the search up to date with a download that was just written. */
export function keepDownloadFindable(transaction: Database, id: number): Promise<void> {
  return keepFindable(transaction, { kinds: ['download'], id }, async () => {
    const rows = await published(transaction).where('downloads.id', '=', id).execute();
    return rows.map(entryOf);
  });
}

export const findableDownloads = {
  found: { download: { rank: 1, label: 'ডাউনলোড' } },
  fill: (transaction, some) =>
    makeFindable(transaction, { table: 'downloads', kinds: ['download'], ...some }, async (ids) => {
      const rows = await published(transaction).where('downloads.id', 'in', ids).execute();
      return rows.map(entryOf);
    }),
  addressesOf: async (database, entries) => {
    const ids = entries.map(({ recordId }) => recordId);
    const downloads = await downloadRecords(database, ids);
    return ids.map((wanted) => downloads.find(({ id }) => id === wanted)?.file_url ?? pages.downloads);
  },
} satisfies Findable;

/** As visitors see them: a row whose file is gone is not shown. */
function published(database: Database) {
  return database
    .selectFrom('downloads')
    .leftJoin('files', 'files.key', 'downloads.file_key')
    .select(['downloads.id', 'title', 'files.name'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('files.name', 'is not', null), eb('link', '<>', '')]));
}

type Row = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number];

function entryOf({ id, title, name }: Row): SearchEntry {
  return { kind: 'download', rank: 1, recordId: id, number: id, title, text: name ?? '' };
}
