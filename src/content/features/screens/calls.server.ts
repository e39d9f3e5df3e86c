import { adminCalls } from '#paths.ts';
import { invalid, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { holdFeature } from '../data.server.ts';
import { screenRecords, screens } from './data.server.ts';
import { screenForm, screenRecordOnWire } from './schema.ts';

export function featureScreenCalls(foundations: Foundations, scope: Http): void {
  listApi(foundations, scope, {
    ...screens,
    path: adminCalls.featureScreens,
    sorted: ['caption'],
    newestLast: true,
    shows: ['features'],
    said: saidOf('Feature screen'),
    form: screenForm,
    asRead: { selectedFeature: 'feature_id' },
    onWire: screenRecordOnWire,
    read: screenRecords,
    columns: ({ feature_id, ...form }) => ({ ...screens.columns(form), feature_id }),
    check: async (transaction, { feature_id }) => {
      if ((await holdFeature(transaction, feature_id)) === null)
        throw invalid({ selectedFeature: ['This feature is not there any more. Choose another one.'] });
    },
    checkRestorable: async (transaction, id) => {
      const [record] = await screenRecords(transaction, [id]);
      if (!record || (await holdFeature(transaction, record.feature_id)) === null)
        throw new Refusal(409, 'The feature of this screen is deleted. Restore the feature first.');
    },
  });
}
