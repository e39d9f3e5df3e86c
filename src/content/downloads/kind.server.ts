import * as z from 'zod/mini';
import { adminCalls, calls } from '#paths.ts';
import { invalid } from '#server/errors.server.ts';
import { holdFile } from '#server/files/stored-files.server.ts';
import { uploadApi } from '#server/files/upload-api.server.ts';
import type { KindOnServer, StoredSamples } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { addDownload, allDownloads, downloadColumns, downloadRecords, filesInUse } from './data.server.ts';
import { downloadOnWire, downloadRecordOnWire, downloadShapes, fileKeyOf } from './schema.ts';
import { findableDownloads } from './search.data.server.ts';

export const downloadsOnServer = {
  tables: ['downloads'],
  pictured: [],
  rich: [],
  publicCalls: (foundations) =>
    publicCall(foundations, {
      path: calls.downloads,
      shows: ['downloads'],
      answer: z.array(downloadOnWire),
      read: () => allDownloads(foundations.database),
    }),
  staffCalls: async (foundations, scope) => {
    listApi(foundations, scope, {
      table: 'downloads',
      path: adminCalls.downloads,
      sorted: ['title'],
      shows: ['downloads'],
      said: saidOf('Download'),
      pictured: false,
      rich: null,
      form: downloadShapes.form,
      onWire: downloadRecordOnWire,
      read: downloadRecords,
      columns: downloadColumns,
      searched: ['title', 'link'],
      derive: findableDownloads.keep,
      check: async (transaction, { file_url }) => {
        const fileKey = fileKeyOf(file_url);
        const isThere = fileKey === null || (await holdFile(transaction, fileKey));
        if (!isThere) throw invalid({ file_url: ['This file is not stored any more. Upload it again.'] });
      },
    });
    await uploadApi(foundations, scope, adminCalls.uploads);
  },
  emptyTrash: (database) => emptyTrash(database, 'downloads'),
  filesInUse,
  counted: 'downloads',
  findable: findableDownloads,
  addSample: async (transaction, records: { title: string; file: string }[], { fileKey }: StoredSamples) => {
    for (const [sort_order, { title, file }] of records.entries())
      await addDownload(transaction, { title, link: null, file_key: fileKey(file), sort_order });
  },
} satisfies KindOnServer;
