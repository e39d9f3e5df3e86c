import { sql } from 'kysely';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { postgresVersion } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { CommandCall, ExitOutcome } from './command.server.ts';
import { type OpenStore, withStore } from './open-store.server.ts';
import type { SnapshotRow } from './portable/snapshot.server.ts';
import type { Progress } from './progress.server.ts';
import { fileOf } from './stored-files.server.ts';

interface Problem {
  what: string;
  todo: string;
}

/** Checks the database, and the stored files that its rows name. */
export function verify({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return withStore(env, async (store) => {
    progress.begin('The database itself');
    const problems = await inDatabase(store.database);
    const { count, broken } = await inFiles(store, progress);
    problems.push(...broken);
    const lines = problems.map(({ what, todo }) => `${what}: ${todo}`);
    const end =
      problems.length > 0 ? `${problems.length} not well.` : `All is well: the database, ${count} stored files.`;
    return { facts: { files: count, problems }, text: [...lines, end].join('\n'), failed: problems.length > 0 };
  });
}

/** PostgreSQL checks its pages and references itself. */
async function inDatabase(database: Database): Promise<Problem[]> {
  if ((await postgresVersion(database)) !== null) return [];
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database);
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(database);
  const problems = [
    ...whole.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...references.rows.map(({ table, parent }) => `a row of ${table} refers to one of ${parent} that is not there`),
  ];
  const todo = 'restore the last good backup into a new folder';
  return problems.map((what) => ({ what: `database: ${what}`, todo }));
}

async function inFiles({ database, files }: OpenStore, progress: Progress) {
  const rows = await Promise.all([
    database.selectFrom('pictures').select('key').orderBy('key').execute(),
    database.selectFrom('files').select(['key', 'name']).orderBy('key').execute(),
  ]);
  const [pictures, downloads] = rows;
  progress.begin('Stored files', pictures.length + downloads.length);
  const broken: Problem[] = [];
  const checkFile = async (table: 'pictures' | 'files', row: SnapshotRow) => {
    const file = fileOf(table, row);
    if (!file) return;
    const stored = await files.open(file.stored);
    const check = file.check();
    for await (const piece of stored?.stream ?? []) check.add(piece);
    progress.add();
    if (stored && check.isWhole()) return;
    const where = await usesOf(database, table, String(row.key));
    broken.push({
      what: `${file.name} ${stored ? 'is not as it was stored' : 'is missing'}`,
      todo: `${where.length > 0 ? `upload it again for ${where.join(', ')}` : 'nothing shows it'}, or copy ${file.stored} from a backup`,
    });
  };
  for (const row of pictures) await checkFile('pictures', { ...row });
  for (const row of downloads) await checkFile('files', { ...row });
  return { count: pictures.length + downloads.length, broken };
}

async function usesOf(database: Database, table: 'pictures' | 'files', key: string): Promise<string[]> {
  if (table === 'files') {
    const rows = await database.selectFrom('downloads').select('id').where('file_key', '=', key).execute();
    return rows.map(({ id }) => `downloads ${id}`);
  }
  const uses: string[] = [];
  for (const { table: name, pictured } of allKindsOnServer.flatMap(({ pictures }) => pictures)) {
    if (!pictured) continue;
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)} where image_key = ${key}`.execute(
      database,
    );
    uses.push(...rows.map(({ id }) => `${name} ${id}`));
  }
  const texts = await database
    .selectFrom('pictures_in_texts')
    .select(['kind', 'record_id'])
    .where('picture_key', '=', key)
    .execute();
  return [...uses, ...texts.map(({ kind, record_id }) => `the text of ${kind} ${record_id}`)];
}
