import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What the back office needs of the content tables: rows that are deleted but not yet gone, a folded text to search in
 * with an index over its trigrams, and an index in the order of each list.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (postgres) for (const statement of searchOnPostgres) await run(statement);
  for (const list of lists) {
    await run(`alter table ${list.table} add column deleted_at text`);
    await run(`alter table ${list.table} add column search_text text not null default ''`);
    await fillSearchText(list);
    for (const statement of postgres ? indexesOnPostgres(list) : indexesOnSqlite(list)) await run(statement);
  }

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }

  async function fillSearchText({ table, searched }: List): Promise<void> {
    const { rows } = await sql<{ id: number }>`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) {
      const values = row as unknown as Record<string, string>;
      const text = searchText(searched.map((column) => values[column] ?? ''));
      await sql`update ${sql.table(table)} set search_text = ${text} where id = ${row.id}`.execute(db);
    }
  }
}

interface List {
  table: string;
  searched: string[];
  order: string;
}

const staffOrder = 'sort_order, id desc';

const lists: List[] = [
  { table: 'about', searched: ['title', 'short_description'], order: 'id desc' },
  { table: 'news', searched: ['short_title', 'title', 'description'], order: 'date desc, id desc' },
  { table: 'testimonials', searched: ['name', 'position', 'description'], order: staffOrder },
  { table: 'features', searched: ['title'], order: staffOrder },
  { table: 'feature_categories', searched: ['name'], order: staffOrder },
  { table: 'feature_sub_categories', searched: ['name'], order: staffOrder },
  { table: 'videos', searched: ['title', 'link'], order: staffOrder },
  { table: 'statistics', searched: ['title', 'count'], order: staffOrder },
  { table: 'clients', searched: ['title'], order: staffOrder },
  { table: 'packages', searched: ['name', 'installation_cost', 'monthly_charge'], order: staffOrder },
  { table: 'package_categories', searched: ['name'], order: staffOrder },
  { table: 'downloads', searched: ['title', 'link'], order: staffOrder },
];

/** SQLite takes `deleted_at is null` as the fixed beginning of the order, PostgreSQL does not. */
function indexesOnSqlite({ table, order }: List): string[] {
  return [
    `create index ${table}_listed on ${table} (deleted_at, ${order}, status)`,
    `create virtual table ${table}_search using fts5
     (search_text, content = '${table}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
    `insert into ${table}_search (${table}_search) values ('rebuild')`,
    `create trigger ${table}_search_insert after insert on ${table} begin
     insert into ${table}_search (rowid, search_text) values (new.id, new.search_text); end`,
    `create trigger ${table}_search_delete after delete on ${table} begin
     insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.id, old.search_text); end`,
    `create trigger ${table}_search_update after update of search_text on ${table}
     when old.search_text <> new.search_text begin
     insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.id, old.search_text);
     insert into ${table}_search (rowid, search_text) values (new.id, new.search_text); end`,
  ];
}

/** The text is searched in a table beside, as SQLite does: arranging a list would otherwise write its trigrams anew. */
function indexesOnPostgres({ table, order }: List): string[] {
  return [
    `create index ${table}_listed on ${table} (${order}, status) where deleted_at is null`,
    `create index ${table}_deleted on ${table} (deleted_at) where deleted_at is not null`,
    `create table ${table}_search
     (id integer primary key references ${table} (id) on delete cascade, search_text text not null)`,
    `insert into ${table}_search select id, search_text from ${table}`,
    `create trigger ${table}_search_insert after insert on ${table}
     for each row execute function keep_search_text()`,
    `create trigger ${table}_search_update after update of search_text on ${table}
     for each row when (old.search_text <> new.search_text) execute function keep_search_text()`,
    `create index ${table}_search_trigrams on ${table}_search using gin (trigrams(search_text)) with (fastupdate = off)`,
    // Its statistics would cost many seconds, and decide nothing: the queries themselves know which way is fast.
    `alter index ${table}_search_trigrams alter column 1 set statistics 0`,
  ];
}

/**
 * Our own, and not the extension pg_trgm: that one finds no letter in Bengali where the database has the locale C, and
 * not every server has it. The high cost keeps the planner from computing it row by row.
 */
const searchOnPostgres = [
  `create function trigrams(text) returns text[] language sql immutable strict parallel safe cost 10000 as $$
    select array(
      select distinct gram from (
        select letter || lead(letter, 1) over w || lead(letter, 2) over w as gram
        from unnest(string_to_array($1, null)) with ordinality as letters (letter, place)
        window w as (order by place)
      ) as grams where gram is not null)
  $$`,
  `create function keep_search_text() returns trigger language plpgsql as $$
    begin
      execute format(
        'insert into %I (id, search_text) values ($1, $2) on conflict (id) do update set search_text = excluded.search_text',
        tg_table_name || '_search') using new.id, new.search_text;
      return null;
    end
  $$`,
];

/** As src/server/lists/search.server.ts had it when this migration was written. */
function searchText(texts: string[]): string {
  const folded = texts
    .join(' ')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `  ${word}`)
    .join('');
}
