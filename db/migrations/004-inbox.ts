import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Demo requests become leads that are worked on: their stage, who cares for them and what comes next; where they came
 * from; what is found by a search and as a duplicate; the whole history; views that staff keep; what was erased.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const id = postgres ? 'id serial primary key' : 'id integer primary key autoincrement';
  for (const column of columns) await run(`alter table demo_requests add column ${column}`);
  for (const column of eventColumns) await run(`alter table demo_request_events add column ${column}`);
  await fillTexts(db);
  for (const statement of indexes) await run(statement);
  for (const statement of postgres ? searchOnPostgres : searchOnSqlite) await run(statement);
  await run(`create table lead_views (
    ${id}, user_id integer not null references users (id) on delete cascade,
    name text not null, query text not null, created_at text not null, unique (user_id, name))`);
  await run(`create table lead_erasures (
    month text not null, stage text not null, reason text not null, count integer not null,
    primary key (month, stage, reason))`);

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }
}

/** Days are YYYY-MM-DD, moments ISO 8601 in UTC. A request that was merged goes where the one goes that it was merged into. */
const columns = [
  "stage text not null default 'new'",
  "stage_since text not null default ''",
  'lost_reason text',
  'owner_id integer references users (id) on delete set null',
  'next_step text',
  'next_step_on text',
  'spam integer not null default 0',
  "search_text text not null default ''",
  "institute_folded text not null default ''",
  'merged_into_id integer references demo_requests (id) on delete cascade',
  'deleted_at text',
  ...['page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'students', 'package_note'].map(
    (name) => `${name} text`,
  ),
];

const eventColumns = ['user_id integer references users (id) on delete set null', 'details text'];

const indexes = [
  // All that lists filter and sort by: pages are found and counted without reading the wide rows.
  `create index demo_requests_worked on demo_requests
   (spam, stage, next_step_on, stage_since, owner_id, created_at, deleted_at, merged_into_id, id)`,
  `create index demo_requests_newest on demo_requests
   (id desc, spam, stage, next_step_on, owner_id, created_at, deleted_at, merged_into_id)`,
  'create index demo_requests_by_number on demo_requests (number)',
  'create index demo_requests_by_email on demo_requests (lower(email))',
  'create index demo_requests_by_institute on demo_requests (institute_folded)',
  'create index demo_requests_by_merger on demo_requests (merged_into_id) where merged_into_id is not null',
  'create index demo_requests_deleted on demo_requests (deleted_at) where deleted_at is not null',
];

/** As 003-admin.ts has it for the lists. */
const searchOnSqlite = [
  `create virtual table demo_requests_search using fts5
   (search_text, content = 'demo_requests', content_rowid = 'id', tokenize = 'trigram case_sensitive 1')`,
  `insert into demo_requests_search (demo_requests_search) values ('rebuild')`,
  `create trigger demo_requests_search_insert after insert on demo_requests begin
   insert into demo_requests_search (rowid, search_text) values (new.id, new.search_text); end`,
  `create trigger demo_requests_search_delete after delete on demo_requests begin
   insert into demo_requests_search (demo_requests_search, rowid, search_text)
   values ('delete', old.id, old.search_text); end`,
  `create trigger demo_requests_search_update after update of search_text on demo_requests
   when old.search_text <> new.search_text begin
   insert into demo_requests_search (demo_requests_search, rowid, search_text)
   values ('delete', old.id, old.search_text);
   insert into demo_requests_search (rowid, search_text) values (new.id, new.search_text); end`,
  // What was erased must not stay behind in the index.
  `insert into demo_requests_search (demo_requests_search, rank) values ('secure-delete', 1)`,
];

const searchOnPostgres = [
  `create table demo_requests_search
   (id integer primary key references demo_requests (id) on delete cascade, search_text text not null)`,
  'insert into demo_requests_search select id, search_text from demo_requests',
  `create trigger demo_requests_search_insert after insert on demo_requests
   for each row execute function keep_search_text()`,
  `create trigger demo_requests_search_update after update of search_text on demo_requests
   for each row when (old.search_text <> new.search_text) execute function keep_search_text()`,
  `create index demo_requests_search_trigrams on demo_requests_search
   using gin (trigrams(search_text)) with (fastupdate = off)`,
  'alter index demo_requests_search_trigrams alter column 1 set statistics 0',
];

interface Request {
  id: number;
  name: string;
  institute_name: string;
  number: string;
  email: string;
}

/** As src/leads/lead/texts.server.ts had them when this migration was written. */
async function fillTexts(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Request>`select id, name, institute_name, number, email from demo_requests`.execute(db);
  for (const { id, name, institute_name, number, email } of rows) {
    const digits = number.replace(/\D/g, '');
    const local = number.startsWith('+880') ? `0${number.slice(4)}` : '';
    const found = searchText([name, institute_name, digits, local, email]);
    await sql`
      update demo_requests
      set search_text = ${found}, institute_folded = ${foldInstitute(institute_name)}, stage_since = created_at
      where id = ${id}`.execute(db);
  }
}

function searchText(texts: string[]): string {
  return fold(texts.join(' '))
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `  ${word}`)
    .join('');
}

function foldInstitute(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/[\u200c\u200d]/g, '')
    .replaceAll('ী', 'ি')
    .replaceAll('ূ', 'ু')
    .replaceAll('ণ', 'ন')
    .replaceAll('ষ', 'শ');
}

function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}
