import { files } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import type { Download, DownloadRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    downloads: DownloadsTable;
  }
}

interface DownloadsTable extends OrderedColumns {
  title: string;
  /** An https address elsewhere; null where the file is ours. */
  link: string | null;
  file_key: string | null;
}

/** Files for visitors in the order that staff chose. */
export async function allDownloads(database: Database): Promise<Download[]> {
  const rows = await withFile(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('downloads.id', 'desc')
    .execute();
  return rows.map(downloadOf).filter((download) => download.url !== '');
}

/** Files as the back office edits them, in any state. */
export async function downloadRecords(database: Database, ids: number[]): Promise<DownloadRecord[]> {
  const rows = await withFile(database).select(listedColumns('downloads')).where('downloads.id', 'in', ids).execute();
  return rows.map((row) => ({ ...downloadOf(row), ...listedOf(row) }));
}

/** What is written of a download, as columns: an address elsewhere, or the key of a stored file. */
export function downloadColumns({ title, link, fileKey }: DownloadInput) {
  return { title, link, file_key: fileKey, search_text: searchText(title, link ?? '') };
}

export interface DownloadInput {
  title: string;
  link: string | null;
  fileKey: string | null;
}

/** Those of these stored files that a download names, also one in the trash. */
export async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const rows = await database.selectFrom('downloads').select('file_key').where('file_key', 'in', keys).execute();
  return rows.flatMap((row) => row.file_key ?? []);
}

export async function addDownload(database: Database, download: DownloadInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('downloads')
    .values({ ...downloadColumns(download), status: 1, sort_order: sortOrder, created_at: now, updated_at: now })
    .execute();
}

function withFile(database: Database) {
  return database
    .selectFrom('downloads')
    .leftJoin('files', 'files.key', 'downloads.file_key')
    .select(['downloads.id', 'title', 'link', 'file_key', 'files.name', 'files.size', 'files.type']);
}

type DownloadRow = Awaited<ReturnType<ReturnType<typeof withFile>['execute']>>[number];

function downloadOf(row: DownloadRow): Download {
  const url = row.file_key && row.name ? files.download(row.file_key, row.name) : (row.link ?? '');
  return { id: row.id, title: row.title, url, fileName: row.name, fileSize: row.size, fileType: row.type };
}
