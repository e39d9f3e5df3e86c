import path from 'node:path';
import { openDatabase } from '#platform/database/open.server.ts';
import type { TargetTable } from './fill.server.ts';
import { withPostgresSnapshot } from './postgres-snapshot.server.ts';
import type { Snapshot } from './snapshot.server.ts';
import { withSqliteSnapshot } from './sqlite-snapshot.server.ts';

/** Reads a store as of one moment. @throws {CommandError} with `alone`, if a server uses it */
export async function withSnapshot<Answer>(
  { dataDir, databaseUrl }: TargetTable,
  options: { alone?: boolean },
  work: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  if (!databaseUrl) return withSqliteSnapshot(path.join(dataDir, 'prangon.sqlite'), options, work);
  const database = openDatabase({ dataDir, databaseUrl }, () => undefined, null, 'unlimited');
  return withPostgresSnapshot(database, options, work).finally(() => database.destroy());
}
