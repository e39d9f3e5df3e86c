import type { Database } from '#server/database/open.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';

/** Removes for good what was deleted too long ago: packages, then the categories that none is left in. */
export async function emptyPackagesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'packages');
  const rows = await database.selectFrom('packages').select('category_id').distinct().execute();
  await emptyTrash(
    database,
    'package_categories',
    rows.map((row) => row.category_id),
  );
}
