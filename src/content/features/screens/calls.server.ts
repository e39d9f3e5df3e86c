import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { lockFeature } from '../data.server.ts';
import { featureScreens, screenRecords } from './data.server.ts';
import { screenForm, screenRecordSchema } from './schema.ts';

export function featureScreenCalls(context: AppContext, scope: Http): void {
  listApi(context, scope, {
    ...featureScreens,
    path: adminCalls.featureScreens,
    sorted: ['caption'],
    newestLast: true,
    shows: ['features'],
    messages: listMessages('Feature screen'),
    form: screenForm,
    asRead: { selectedFeature: 'feature_id' },
    onWire: screenRecordSchema,
    read: screenRecords,
    columns: ({ feature_id, ...form }) => ({ ...featureScreens.columns(form), feature_id }),
    check: async (transaction, { feature_id }) => {
      if ((await lockFeature(transaction, feature_id)) === null)
        throw invalid({ selectedFeature: ['This feature is not there any more. Choose another one.'] });
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await screenRecords(transaction, [id]);
      if (!record || (await lockFeature(transaction, record.feature_id)) === null)
        throw new HttpError(409, 'The feature of this screen is deleted. Restore the feature first.');
    },
  });
}
