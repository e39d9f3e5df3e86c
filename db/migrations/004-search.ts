import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Substring search for the two long lists, news and leads: the index holds every suffix of each word, so a prefix
 * lookup finds any part of a word. And the index of the site search.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const lists = ['news', 'demo_requests'];
  const statements = postgres
    ? [...functionsOnPostgres, ...lists.flatMap(listOnPostgres), ...siteSearch('bigint'), ...siteSearchOnPostgres]
    : [...lists.flatMap(listOnSqlite), forgetErased, ...siteSearch('integer'), ...siteSearchOnSqlite];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Suffixes are cut to this length; longer search terms are filtered from the candidates of their first letters. */
const longestPiece = 24;
/** Marks the first one and the first two letters of a word; a private-use character that no text contains. */
const beginning = 0xe000;

/** Tokens are separated by blanks only; the tokenizer leaves every letter outside ASCII alone. */
const tokenizer = "ascii tokenchars '!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'";

function listOnSqlite(table: string): string[] {
  const add = (row: string) =>
    `insert into ${table}_search (rowid, pieces) values (${row}.id, ${piecesOnSqlite(`${row}.search_text`)});`;
  const remove = `insert into ${table}_search (${table}_search, rowid, pieces)
    values ('delete', old.id, ${piecesOnSqlite('old.search_text')});`;
  return [
    `create virtual table ${table}_search using fts5
     (pieces, content = '', tokenize = "${tokenizer.replaceAll('"', '""')}", detail = none, columnsize = 0)`,
    `create trigger ${table}_search_insert after insert on ${table} begin ${add('new')} end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${table}_search_update after update of search_text on ${table}
     when old.search_text <> new.search_text begin ${remove} ${add('new')} end`,
  ];
}

/**
 * SQL that splits a search text into words and their suffixes. Words are preceded by two blanks, which become the
 * commas of a JSON array; a second array of the word's length yields the positions.
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

/** Erased personal data must not stay behind in index pages. */
const forgetErased = `insert into demo_requests_search (demo_requests_search, rank) values ('secure-delete', 1)`;

/** The high cost keeps the planner from calling it row by row. */
const functionsOnPostgres = [
  `create function word_pieces(text) returns tsvector language sql immutable strict parallel safe cost 10000 as $$
    select array_to_tsvector(array(
      select substr(word, place, ${longestPiece})
      from unnest(string_to_array($1, '  ')) as word, generate_series(1, length(word) - 2) as place
      union all
      select chr(${beginning}) || left(word, size)
      from unnest(string_to_array($1, '  ')) as word, generate_series(1, 2) as size where word <> ''))
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

/**
 * The search text lives in a table of its own, as on SQLite: otherwise every update of a row would rewrite its index
 * entries. Texts are stored out of line, so that scanning the hits of a common word reads little.
 */
function listOnPostgres(table: string): string[] {
  return [
    `create table ${table}_search
     (id integer primary key references ${table} (id) on delete cascade, search_text text not null)`,
    `alter table ${table}_search set (toast_tuple_target = 128)`,
    `create trigger ${table}_search_insert after insert on ${table}
     for each row execute function keep_search_text()`,
    `create trigger ${table}_search_update after update of search_text on ${table}
     for each row when (old.search_text <> new.search_text) execute function keep_search_text()`,
    `create index ${table}_search_pieces on ${table}_search using gin (word_pieces(search_text)) with (fastupdate = off)`,
    // Gathering statistics takes many seconds and changes no plan.
    `alter index ${table}_search_pieces alter column 1 set statistics 0`,
  ];
}

/**
 * One row per searchable item, with a prefix index over its words. Ids follow the order of hits, highest first. The
 * application fills the table at its next start.
 */
function siteSearch(id: string): string[] {
  return [
    `create table site_search (
      id ${id} primary key, kind text not null, record_id integer not null, part_id integer not null,
      title text not null, text text not null, title_words text not null, words text not null)`,
    'create index site_search_record on site_search (kind, record_id)',
  ];
}

/** Words are separated by blanks. */
const siteSearchOnSqlite = [
  `create virtual table site_search_index using fts5
   (title_words, words, content = 'site_search', content_rowid = 'id',
    tokenize = 'ascii', prefix = '2 3 4', detail = column)`,
  `create trigger site_search_insert after insert on site_search begin
   insert into site_search_index (rowid, title_words, words) values (new.id, new.title_words, new.words); end`,
  `create trigger site_search_delete after delete on site_search begin
   insert into site_search_index (site_search_index, rowid, title_words, words)
   values ('delete', old.id, old.title_words, old.words); end`,
];

/** The tsvectors are generated on write; long texts are stored out of line here too. */
const siteSearchOnPostgres = [
  'alter table site_search set (toast_tuple_target = 128)',
  ...['title_words', 'words'].flatMap((column) => [
    `alter table site_search add column ${column}_ready tsvector not null
     generated always as (array_to_tsvector(string_to_array(${column}, ' '))) stored`,
    // Stored uncompressed because it is compared often. With statistics PostgreSQL would scan instead of using the
    // index.
    `alter table site_search alter column ${column}_ready set storage external`,
    `alter table site_search alter column ${column}_ready set statistics 0`,
    `create index site_search_${column} on site_search using gin (${column}_ready) with (fastupdate = off)`,
  ]),
];
