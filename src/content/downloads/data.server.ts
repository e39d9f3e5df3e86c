import { listedColumns, listedOf, type OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { insertRecord } from '#cms/collections/records.server.ts';
import { searchText } from '#cms/collections/search.server.ts';
import { files } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type Download, fileKeyOf } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    downloads: DownloadsTable;
  }
}

interface DownloadsTable extends OrderedColumns {
  title: string;
  link: string | null;
  file_key: string | null;
}

export async function allDownloads(database: Database): Promise<Download[]> {
  const rows = await withFile(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('downloads.id', 'desc')
    .execute();
  return rows.map(downloadOf).filter((download) => download.file_url !== '');
}

export async function downloadRecords(database: Database, ids: number[]) {
  const rows = await withFile(database).select(listedColumns('downloads')).where('downloads.id', 'in', ids).execute();
  return rows.map((row) => ({ ...downloadOf(row), ...listedOf(row) }));
}

/** Maps the form to columns: an external link, or the key of a stored file. */
export function downloadColumns({ title, file_url }: Pick<Download, 'title' | 'file_url'>) {
  const file_key = fileKeyOf(file_url);
  return { title, file_key, link: file_key ? null : file_url };
}

/** Of these stored files, those that a download uses, deleted downloads included. */
export async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const rows = await database.selectFrom('downloads').select('file_key').where('file_key', 'in', keys).execute();
  return rows.flatMap((row) => row.file_key ?? []);
}

export function addDownload(
  database: Database,
  download: Pick<DownloadsTable, 'title' | 'link' | 'file_key' | 'sort_order'>,
): Promise<number> {
  const search_text = searchText(download.title, download.link ?? '');
  return insertRecord(database, 'downloads', { ...download, search_text });
}

function withFile(database: Database) {
  return database
    .selectFrom('downloads')
    .leftJoin('files', 'files.key', 'downloads.file_key')
    .select(['downloads.id', 'title', 'link', 'file_key', 'files.name', 'files.size', 'files.type']);
}

type Row = Awaited<ReturnType<ReturnType<typeof withFile>['execute']>>[number];

function downloadOf(row: Row): Download {
  const file_url = row.file_key && row.name ? files.download(row.file_key, row.name) : (row.link ?? '');
  return { id: row.id, title: row.title, file_url, file_name: row.name, file_size: row.size, file_type: row.type };
}
