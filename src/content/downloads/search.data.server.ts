import type { Database } from '#server/database/open.server.ts';
import { keepFindable, makeFindable, type SearchEntry, type Some } from '#server/site-search/entries.server.ts';
import { downloadRecords } from './data.server.ts';

/** Brings the search up to date with a download that was just written. */
export function keepDownloadFindable(transaction: Database, id: number): Promise<void> {
  return keepFindable(transaction, { kinds: ['download'], id }, async () => {
    const rows = await published(transaction).where('downloads.id', '=', id).execute();
    return rows.map(entryOf);
  });
}

/** Makes some of the downloads after this id findable; answers the last one's id, null at the end. */
export function makeDownloadsFindable(transaction: Database, some: Some): Promise<number | null> {
  return makeFindable(transaction, { table: 'downloads', kinds: ['download'], ...some }, async (ids) => {
    const rows = await published(transaction).where('downloads.id', 'in', ids).execute();
    return rows.map(entryOf);
  });
}

/** Where the files of these downloads are, by id. */
export async function downloadAddresses(database: Database, ids: number[]): Promise<Map<number, string>> {
  const downloads = ids.length === 0 ? [] : await downloadRecords(database, ids);
  return new Map(downloads.map(({ id, file_url }) => [id, file_url]));
}

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
  return { kind: 'download', recordId: id, number: id, title, text: name ?? '' };
}
