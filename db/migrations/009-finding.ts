import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What visitors can find, one row for each thing that they may see, with an index over the beginnings of its words. The
 * ids are in the order in which hits are shown, the highest first. The program fills it at its next start.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await run(`create table site_search (
    id ${postgres ? 'bigint' : 'integer'} primary key,
    kind text not null,
    record_id integer not null,
    part_id integer not null,
    title text not null,
    text text not null,
    title_words text not null,
    words text not null)`);
  await run('create index site_search_record on site_search (kind, record_id)');
  for (const statement of postgres ? onPostgres : onSqlite) await run(statement);

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }
}

/** The words come with blanks between; the tokenizer leaves every letter outside ASCII alone. */
const onSqlite = [
  `create virtual table site_search_index using fts5
   (title_words, words, content = 'site_search', content_rowid = 'id',
    tokenize = 'ascii', prefix = '2 3 4', detail = column)`,
  `create trigger site_search_insert after insert on site_search begin
   insert into site_search_index (rowid, title_words, words) values (new.id, new.title_words, new.words); end`,
  `create trigger site_search_delete after delete on site_search begin
   insert into site_search_index (site_search_index, rowid, title_words, words)
   values ('delete', old.id, old.title_words, old.words); end`,
];

/** Long texts move out of the rows, so that walking over the hits of a common word reads little. */
const onPostgres = [
  'alter table site_search set (toast_tuple_target = 128)',
  `create index site_search_title_words on site_search
   using gin (array_to_tsvector(string_to_array(title_words, ' '))) with (fastupdate = off)`,
  `create index site_search_words on site_search
   using gin (array_to_tsvector(string_to_array(words, ' '))) with (fastupdate = off)`,
];
