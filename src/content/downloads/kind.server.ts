import * as z from 'zod/mini';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { KindOnServer, StoredSamples } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { invalid } from '#platform/errors.server.ts';
import { lockFile } from '#platform/files/stored-files.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';
import { addDownload, allDownloads, downloadColumns, downloadRecords, filesInUse } from './data.server.ts';
import { downloadRecordSchema, downloadSchema, downloadShapes, fileKeyOf } from './schema.ts';
import { uploadApi } from './upload-api.server.ts';

const searchable: Searchable = {
  collection: 'downloads',
  found: { download: { rank: 1, label: 'ডাউনলোড' } },
  entriesOf: async (database) =>
    (await allDownloads(database)).map(({ id, title, file_name, file_url }) => ({
      kind: 'download',
      recordId: id,
      title,
      text: file_name ?? '',
      url: file_url,
    })),
};

export const downloadsOnServer = {
  tables: ['downloads'],
  pictures: [],
  publicCalls: (context) =>
    publicCall(context, {
      path: calls.downloads,
      shows: ['downloads'],
      answer: z.array(downloadSchema),
      read: () => allDownloads(context.database),
    }),
  staffCalls: async (context, scope) => {
    listApi(context, scope, {
      table: 'downloads',
      path: adminCalls.downloads,
      sorted: ['title'],
      shows: ['downloads'],
      messages: listMessages('Download'),
      pictured: false,
      rich: null,
      form: downloadShapes.form,
      onWire: downloadRecordSchema,
      read: downloadRecords,
      columns: downloadColumns,
      searched: ['title', 'link'],
      check: async (transaction, { file_url }) => {
        const fileKey = fileKeyOf(file_url);
        const isThere = fileKey === null || (await lockFile(transaction, fileKey));
        if (!isThere) throw invalid({ file_url: ['This file is not stored any more. Upload it again.'] });
      },
    });
    await uploadApi(context, scope, adminCalls.uploads);
  },
  emptyTrash: (database) => emptyTrash(database, 'downloads'),
  filesInUse,
  counted: 'downloads',
  searchable,
  addSample: async (transaction, records: { title: string; file: string }[], { fileKey }: StoredSamples) => {
    for (const [sort_order, { title, file }] of records.entries())
      await addDownload(transaction, { title, link: null, file_key: fileKey(file), sort_order });
  },
} satisfies KindOnServer;
