import { sql } from 'kysely';
import { findPictureUses } from '#admin/pictures/places.server.ts';
import { postgresVersion } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { CommandCall, ExitOutcome } from './command.server.ts';
import { broken, type Finding, ok, report } from './doctor/finding.server.ts';
import { type OpenStore, withStore } from './open-store.server.ts';
import { withSnapshot } from './portable/snapshot.server.ts';
import { filesOf, fileTables, openStored, type StoredFile } from './portable/stored-files.server.ts';
import type { Progress } from './progress.server.ts';

/** Checks the database, and the stored files that its rows name. */
export function verify({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return withStore(env, async (store) => {
    progress.begin('Database');
    return report([...(await checkRows(store.database)), ...(await checkStoredFiles(store, progress))]);
  });
}

/** PostgreSQL checks its pages and references itself. */
async function checkRows(database: Database): Promise<Finding[]> {
  const label = 'database';
  const version = await postgresVersion(database);
  if (version !== null) return [ok(label, `answers, version ${version}`)];
  const damage = await sql<{ message: string }>`
    select integrity_check as message from pragma_integrity_check where integrity_check <> 'ok' union all
    select 'a row of ' || "table" || ' refers to one of ' || parent || ' that is not there'
    from pragma_foreign_key_check`.execute(database);
  if (damage.rows.length === 0) return [ok(label, 'is whole')];
  return damage.rows.map(({ message }) => broken(label, message, 'restore the last good backup into a new folder'));
}

/** Reads every stored file that a row names. */
async function checkStoredFiles({ settings, database, files }: OpenStore, progress: Progress): Promise<Finding[]> {
  const stored: StoredFile[] = [];
  await withSnapshot(settings, {}, async (snapshot) => {
    for await (const piece of snapshot.pieces(fileTables(snapshot))) stored.push(...filesOf(piece));
  });
  progress.begin('Stored files', stored.length);
  const findings: Finding[] = [];
  for (const file of stored) {
    const opened = await openStored(files, file);
    for await (const _ of opened?.body ?? []);
    progress.add();
    if (opened?.isWhole()) continue;
    const uses = await usesOf(database, file);
    const hint = uses.length > 0 ? `upload it again for ${uses.join(', ')}` : 'nothing shows it';
    findings.push(
      broken(
        file.label,
        opened ? 'is not as it was stored' : 'is missing',
        `${hint}, or copy ${file.stored} from a backup`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('stored files', `all ${stored.length} are whole`)];
}

async function usesOf(database: Database, { key, name }: StoredFile): Promise<string[]> {
  if (name === null) return (await findPictureUses(database, key)).map(({ what, title }) => `${what} “${title}”`);
  const rows = await database.selectFrom('downloads').select('title').where('file_key', '=', key).execute();
  return rows.map(({ title }) => `Downloads “${title}”`);
}
