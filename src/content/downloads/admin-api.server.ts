import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import { invalid } from '#server/errors.server.ts';
import { holdFile } from '#server/files/stored-files.server.ts';
import { uploadApi } from '#server/files/upload-api.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { downloadColumns, downloadRecords } from './data.server.ts';
import { downloadForm } from './form.server.ts';
import { downloadRecordOnWire, downloadRecordToWire } from './schema.ts';
import { keepDownloadFindable } from './search.data.server.ts';

/** The calls of the download screen: the list, and the upload of a file before its form is sent. */
export async function downloadsAdminApi(foundations: Foundations, scope: FastifyInstance): Promise<void> {
  const place = { table: 'downloads', path: adminCalls.downloads, shows: ['downloads'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Download'),
    order: staffOrder,
    bodyLimit: bodyLimits.text,
    form: downloadForm,
    onWire: downloadRecordOnWire,
    read: async (database, ids) => (await downloadRecords(database, ids)).map(downloadRecordToWire),
    columns: downloadColumns,
    derive: keepDownloadFindable,
    check: async (transaction, { fileKey }) => {
      const isThere = fileKey === null || (await holdFile(transaction, fileKey));
      if (!isThere) throw invalid({ file_url: ['This file is not stored any more. Upload it again.'] });
    },
  });
  await uploadApi(foundations, scope, adminCalls.uploads);
}
