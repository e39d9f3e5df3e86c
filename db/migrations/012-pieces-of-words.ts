import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Lists are searched by the pieces of their words: for each letter of a word what begins there, so that one look at one
 * place in the index finds a part of a word. The site's search on PostgreSQL gets its words ready for comparing; the
 * program fills it anew at its next start.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (postgres) for (const statement of piecesOnPostgres) await run(statement);
  for (const table of tables) {
    for (const statement of postgres ? onPostgres(table) : onSqlite(table)) await run(statement);
    if (postgres) await fillOnPostgres(table);
  }
  if (postgres) for (const statement of siteSearchOnPostgres) await run(statement);
  // What was erased must not stay behind in the index.
  else await run(`insert into demo_requests_search (demo_requests_search, rank) values ('secure-delete', 1)`);

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }

  /** In steps: a single statement may not take long. */
  async function fillOnPostgres(table: string): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { rows }: { rows: { id: number }[] } = await sql<{ id: number }>`
        insert into ${sql.table(`${table}_search`)} (id, search_text)
        select id, search_text from ${sql.table(table)} where id > ${after} order by id limit 2000
        returning id`.execute(db);
      after = rows.at(-1)?.id;
    }
  }
}

const tables = [
  ...['about', 'news', 'testimonials', 'features', 'feature_categories', 'feature_sub_categories', 'videos'],
  ...['statistics', 'clients', 'packages', 'package_categories', 'downloads', 'demo_requests'],
];

/** Longer pieces are cut: who looks for more letters looks again at what the first ones found. */
const longestPiece = 24;
/** Before the first one and the first two letters of a word. No text has it. */
const beginning = 0xe000;

/** Tokens are what stands between blanks; the tokenizer leaves every letter outside ASCII alone. */
const tokenizer = "ascii tokenchars '!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'";

function onSqlite(table: string): string[] {
  const add = (row: string) =>
    `insert into ${table}_search (rowid, pieces) values (${row}.id, ${piecesOnSqlite(`${row}.search_text`)});`;
  const remove = `insert into ${table}_search (${table}_search, rowid, pieces)
    values ('delete', old.id, ${piecesOnSqlite('old.search_text')});`;
  return [
    ...['insert', 'delete', 'update'].map((event) => `drop trigger ${table}_search_${event}`),
    `drop table ${table}_search`,
    `create virtual table ${table}_search using fts5
     (pieces, content = '', tokenize = "${tokenizer.replaceAll('"', '""')}", detail = none, columnsize = 0)`,
    `insert into ${table}_search (rowid, pieces) select id, ${piecesOnSqlite('search_text')} from ${table}`,
    `create trigger ${table}_search_insert after insert on ${table} begin ${add('new')} end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_search_update after update of search_text on ${table}
     when old.search_text <> new.search_text begin ${remove} ${add('new')} end`,
  ];
}

/**
 * SQL that takes the words of a search text apart. They stand behind two blanks each, which become the commas of a list in
 * JSON; another such list, as long as a word, has its places.
 */
function piecesOnSqlite(text: string): string {
  const escaped = `replace(replace(substr(${text}, 3), '\\', '\\\\'), '"', '\\"')`;
  const words = `json_each('["' || replace(${escaped}, '  ', '","') || '"]') as word`;
  const places = `json_each('[' || replace(hex(zeroblob(length(word.value) - 3)), '00', '0,') || '0]') as place`;
  return `(select group_concat(piece, ' ') from (
    select substr(word.value, place.key + 1, ${longestPiece}) as piece
    from ${words}, ${places} where length(word.value) > 2
    union
    select char(${beginning}) || substr(word.value, 1, size.value)
    from ${words}, json_each('[1,2]') as size where word.value <> ''))`;
}

/** The high cost keeps the planner from computing it row by row. */
const piecesOnPostgres = [
  `create function word_pieces(text) returns tsvector language sql immutable strict parallel safe cost 10000 as $$
    select array_to_tsvector(array(
      select substr(word, place, ${longestPiece})
      from unnest(string_to_array($1, '  ')) as word, generate_series(1, length(word) - 2) as place
      union all
      select chr(${beginning}) || left(word, size)
      from unnest(string_to_array($1, '  ')) as word, generate_series(1, 2) as size where word <> ''))
  $$`,
];

/** Texts move out of the rows, so that going through the hits of a common word reads little. */
function onPostgres(table: string): string[] {
  return [
    `drop index ${table}_search_trigrams`,
    `truncate ${table}_search`,
    `alter table ${table}_search set (toast_tuple_target = 128)`,
    `create index ${table}_search_pieces on ${table}_search using gin (word_pieces(search_text)) with (fastupdate = off)`,
    // Its statistics would cost many seconds, and decide nothing.
    `alter index ${table}_search_pieces alter column 1 set statistics 0`,
  ];
}

const siteSearchOnPostgres = [
  'drop function trigrams(text)',
  "delete from store_facts where name = 'site_search'",
  'drop index site_search_title_words, site_search_words',
  'truncate site_search',
  ...['title_words', 'words'].flatMap((column) => [
    `alter table site_search add column ${column}_ready tsvector not null
     generated always as (array_to_tsvector(string_to_array(${column}, ' '))) stored`,
    // Compared often, and with statistics PostgreSQL would compare instead of using the index.
    `alter table site_search alter column ${column}_ready set storage external`,
    `alter table site_search alter column ${column}_ready set statistics 0`,
    `create index site_search_${column} on site_search using gin (${column}_ready) with (fastupdate = off)`,
  ]),
];
