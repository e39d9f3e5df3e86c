import { assertExists, assertParentExists } from '#cms/collections/in-use.server.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { featureScreens, screenRecords } from './data.server.ts';
import { screenForm, screenRecordSchema } from './schema.ts';

export function featureScreenCalls(context: AppContext, scope: StaffScope): void {
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
    columns: (form) =>
      ({
        ...featureScreens.columns(form),
        feature_id: form.selectedFeature,
      }) satisfies WrittenColumns<'feature_screens'>,
    check: (transaction, { selectedFeature: id }) =>
      assertExists(transaction, 'features', id, 'feature', 'selectedFeature'),
    checkRestorable: async (transaction, id) => {
      const [record] = await screenRecords(transaction, [id]);
      await assertParentExists(transaction, 'features', record?.feature_id, ['feature', 'screen']);
    },
  });
}
