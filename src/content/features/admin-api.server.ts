import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import { invalid } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { featureCategoriesAdminApi } from './categories/admin-api.server.ts';
import { holdCategories, setCategoriesOfFeature } from './categories/data.server.ts';
import { featureColumns, featureRecords } from './data.server.ts';
import { featureContentApi } from './details/admin-api.server.ts';
import { featureForm } from './form.server.ts';
import { featureRecordOnWire, featureRecordToWire } from './schema.ts';
import { keepFeatureFindable } from './search.data.server.ts';

/** The calls of the features screens: features, their categories, and what is told of them. */
export function featuresAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'features', path: adminCalls.features, shows: ['features'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('Feature'),
    order: staffOrder,
    bodyLimit: bodyLimits.rich,
    form: featureForm,
    onWire: featureRecordOnWire,
    read: async (database, ids) => (await featureRecords(database, ids)).map(featureRecordToWire),
    columns: featureColumns,
    check: async (transaction, { categoryIds }) => {
      const there = await holdCategories(transaction, categoryIds);
      if (there.length === categoryIds.length) return;
      throw invalid({ selectedCategory: ['One of these categories is not there any more. Choose again.'] });
    },
    writeParts: (transaction, id, { categoryIds }) => setCategoriesOfFeature(transaction, id, categoryIds),
    derive: keepFeatureFindable,
  });
  featureCategoriesAdminApi(foundations, scope);
  featureContentApi(foundations, scope);
}
