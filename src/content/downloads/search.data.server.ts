import { findableRecords } from '#cms/search/entries.server.ts';
import { pages } from '#paths.ts';
import { downloadRecords } from './data.server.ts';

export const searchableDownloads = findableRecords({
  table: 'downloads',
  found: { download: { number: 1, label: 'ডাউনলোড' } },
  /** Omits rows whose file is missing, as the public list does. */
  entriesOf: async (database, ids) => {
    const rows = await database
      .selectFrom('downloads')
      .leftJoin('files', 'files.key', 'downloads.file_key')
      .select(['downloads.id', 'title', 'files.name'])
      .where('downloads.id', 'in', ids)
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('files.name', 'is not', null), eb('link', '<>', '')]))
      .execute();
    return rows.map(({ id, title, name }) => ({ kind: 'download', recordId: id, number: id, title, text: name ?? '' }));
  },
  addressesOf: async (database, entries) => {
    const ids = entries.map(({ recordId }) => recordId);
    const downloads = await downloadRecords(database, ids);
    return ids.map((recordId) => downloads.find(({ id }) => id === recordId)?.file_url ?? pages.downloads);
  },
});
