import type { Database } from '#server/database/open.server.ts';
import { emptyTrash, oldestInTrash } from '#server/lists/trash.server.ts';

/** Removes for good what was deleted too long ago: features with all that is told of them, then categories. */
export async function emptyFeaturesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'features');
  await database
    .deleteFrom('feature_details')
    .where('sub_category_id', 'in', (eb) =>
      eb.selectFrom('feature_sub_categories').select('id').where('deleted_at', '<=', oldestInTrash()),
    )
    .execute();
  await emptyTrash(database, 'feature_sub_categories');
  await emptyTrash(database, 'feature_categories', await categoriesReferredTo(database));
}

/** A feature or a sub-category may still lie in the trash when its category's time is over. */
async function categoriesReferredTo(database: Database): Promise<number[]> {
  const links = await database.selectFrom('categories_of_features').select('category_id').distinct().execute();
  const parents = await database.selectFrom('feature_sub_categories').select('category_id').distinct().execute();
  return [...links, ...parents].map((row) => row.category_id);
}
