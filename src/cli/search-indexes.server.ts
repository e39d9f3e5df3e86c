import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { indexed } from '#cms/collections/search.server.ts';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { OpenStore } from './open-store.server.ts';

export interface SearchIndex {
  name: string;
  isSound: (store: OpenStore) => Promise<boolean>;
  rebuild: (database: Database) => Promise<void>;
}

export const searchIndexes: SearchIndex[] = [
  ...indexed.map((table) => ({
    name: `search of the list ${table}`,
    isSound: (store: OpenStore) =>
      isPostgres(store.database) ? isSoundOnPostgres(store, table) : isSoundOnSqlite(store, table),
    rebuild: (database: Database) =>
      isPostgres(database) ? rebuildOnPostgres(database, table) : rebuildOnSqlite(database, table),
  })),
];

async function isSoundOnPostgres({ database }: OpenStore, table: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} as r full join ${sql.table(`${table}_search`)} as s on s.id = r.id
    where s.search_text is distinct from r.search_text limit 1`.execute(database);
  return rows.length === 0;
}

async function rebuildOnPostgres(database: Database, table: string): Promise<void> {
  const index = sql.table(`${table}_search`);
  await database.transaction().execute(async (transaction) => {
    await sql`truncate ${index}`.execute(transaction);
    await sql`insert into ${index} (id, search_text) select id, search_text from ${sql.table(table)}`.execute(
      transaction,
    );
  });
}

/** The FTS5 index stores no texts, so a second one is built in memory to compare the words. */
async function isSoundOnSqlite({ settings }: OpenStore, table: string): Promise<boolean> {
  const database = new DatabaseSync(path.join(settings.dataDir, 'prangon.sqlite'), { timeout: 2_000 });
  try {
    database.exec('pragma temp_store = memory; begin');
    const read = (name: string) =>
      String(database.prepare('select sql from sqlite_master where name = ?').get(name)?.sql ?? '');
    const createTable = read(`${table}_search`).replace(
      /^create virtual table \w+/i,
      'create virtual table temp.beside',
    );
    database.exec(createTable);
    database.exec(fillStatement(read(`${table}_search_insert`), table, 'temp.beside'));
    database.exec(`create virtual table temp.words_there using fts5vocab(main, ${table}_search, row)`);
    database.exec('create virtual table temp.words_beside using fts5vocab(temp, beside, row)');
    const words = (index: string) => `select term, doc from temp.words_${index}`;
    const only = (one: string, other: string) => `select * from (${words(one)} except ${words(other)})`;
    const different = database.prepare(`${only('there', 'beside')} union all ${only('beside', 'there')} limit 1`);
    return different.get() === undefined;
  } finally {
    database.close();
  }
}

async function rebuildOnSqlite(database: Database, table: string): Promise<void> {
  const index = sql.table(`${table}_search`);
  await database.transaction().execute(async (transaction) => {
    await sql`insert into ${index} (${index}) values ('delete-all')`.execute(transaction);
    const trigger = await sql<{ sql: string }>`
      select sql from sqlite_master where name = ${`${table}_search_insert`}`.execute(transaction);
    await sql.raw(fillStatement(trigger.rows[0]?.sql ?? '', table, `${table}_search`)).execute(transaction);
  });
}

function fillStatement(trigger: string, table: string, index: string): string {
  const [, values] = /\bvalues \((.*)\);\s*end\s*$/is.exec(trigger) ?? [];
  if (!values) throw new Error(`The trigger that keeps the search of ${table} is not as it should be`);
  return `insert into ${index} (rowid, pieces) select ${values.replaceAll('new.', `${table}.`)} from ${table}`;
}
