import type { Generated } from 'kysely';
import { files } from '#paths.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Download } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    downloads: DownloadsTable;
  }
}

interface DownloadsTable {
  id: Generated<number>;
  title: string;
  /** An https address elsewhere; null where the file is ours. */
  link: string | null;
  file_key: string | null;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** Files for visitors in the order that staff chose. */
export async function allDownloads(database: Database): Promise<Download[]> {
  const rows = await database
    .selectFrom('downloads')
    .leftJoin('files', 'files.key', 'downloads.file_key')
    .select(['downloads.id', 'title', 'link', 'file_key', 'files.name', 'files.size', 'files.type'])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('downloads.id', 'desc')
    .execute();
  return rows.flatMap((row) => {
    const url = row.file_key && row.name ? files.download(row.file_key, row.name) : row.link;
    return url
      ? [{ id: row.id, title: row.title, url, fileName: row.name, fileSize: row.size, fileType: row.type }]
      : [];
  });
}

export async function addDownload(
  database: Database,
  download: { title: string; link: string | null; fileKey: string | null },
  sortOrder: number,
): Promise<void> {
  const now = new Date().toISOString();
  const { title, link, fileKey } = download;
  await database
    .insertInto('downloads')
    .values({ title, link, file_key: fileKey, status: 1, sort_order: sortOrder, created_at: now, updated_at: now })
    .execute();
}
