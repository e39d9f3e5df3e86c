import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Portable between SQLite and PostgreSQL: days (YYYY-MM-DD) and timestamps (ISO 8601, UTC) are text, status is 0 or 1.
 * Never edit a released migration: existing databases ran it. Add a new one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  const listIndexes = lists.flatMap(postgres ? listOnPostgres : listOnSqlite);
  for (const statement of [...tables(number), ...indexes, ...listIndexes]) await sql.raw(statement).execute(db);
}

const picture = 'image_key text references pictures (key)';
const status = 'status integer not null default 1';
/** Columns of lists with a manual sort order; ties are sorted newest first. */
const ordered = `${status}, sort_order integer not null default 0`;
/** Soft delete; `search_text` holds the folded words that list search matches. */
const listed = `created_at text not null, updated_at text not null,
  deleted_at text, search_text text not null default ''`;

const settingsTexts = [
  'tagline',
  'phone',
  'whatsapp',
  'email',
  'address',
  'facebook',
  'youtube',
  'linkedin',
  'x',
  'instagram',
  'hero_title',
  'hero_emphasis',
  'hero_lead',
  'hero_hint',
].map((name) => `${name} text not null default ''`);

function tables(number: string): string[] {
  return [
    'create table store_facts (name text primary key, value text not null)',
    `create table content_changes (seq ${number}, kind text not null, created_at text not null)`,
    `create table rate_limits (
      key text not null, window_start integer not null, count integer not null,
      constraint rate_limits_pk primary key (key, window_start))`,
    `create table pictures (
      key text primary key, width integer not null, height integer not null, size integer not null,
      created_at text not null)`,
    `create table files (
      key text primary key, name text not null, size integer not null, type text not null, created_at text not null)`,

    `create table about (
      id ${number}, date text not null, title text not null, short_description text not null,
      description text not null, content text not null, ${picture}, ${status}, ${listed})`,
    `create table news (
      id ${number}, date text not null, short_title text not null, title text not null,
      description text not null, content text not null, ${picture}, ${status}, ${listed})`,
    `create table testimonials (
      id ${number}, name text not null, position text not null, description text not null,
      ${picture}, ${ordered}, ${listed})`,
    `create table videos (id ${number}, title text not null, link text not null, ${ordered}, ${listed})`,
    `create table statistics (
      id ${number}, title text not null, count text not null, ${picture}, ${ordered}, ${listed})`,
    `create table clients (id ${number}, title text not null, ${picture}, ${ordered}, ${listed})`,
    `create table downloads (
      id ${number}, title text not null, link text, file_key text references files (key), ${ordered}, ${listed})`,

    `create table package_categories (id ${number}, name text not null, ${ordered}, ${listed})`,
    `create table packages (
      id ${number}, category_id integer not null references package_categories (id), name text not null,
      installation_cost text not null, monthly_charge text not null, ${ordered}, ${listed})`,

    `create table features (id ${number}, title text not null, ${picture}, ${ordered}, ${listed})`,
    `create table feature_categories (id ${number}, name text not null, ${ordered}, ${listed})`,
    `create table feature_sub_categories (
      id ${number}, category_id integer not null references feature_categories (id), name text not null,
      ${ordered}, ${listed})`,
    `create table categories_of_features (
      feature_id integer not null references features (id) on delete cascade,
      category_id integer not null references feature_categories (id),
      position integer not null,
      constraint categories_of_features_pk primary key (feature_id, category_id))`,
    `create table feature_details (
      id ${number}, feature_id integer not null references features (id) on delete cascade,
      sub_category_id integer not null references feature_sub_categories (id), content text not null,
      created_at text not null, updated_at text not null,
      constraint feature_details_once unique (feature_id, sub_category_id))`,

    // References from rich texts to pictures, to find and remove unused ones.
    `create table pictures_in_texts (
      kind text not null, record_id integer not null, picture_key text not null references pictures (key),
      constraint pictures_in_texts_pk primary key (kind, record_id, picture_key))`,

    // A single row. An empty text means the built-in default; `pages` is JSON with the texts that differ from it.
    `create table site_settings (
      id integer primary key check (id = 1), name text not null, ${picture}, logo_status integer not null default 1,
      ${settingsTexts.join(', ')}, pages text not null default '{}', updated_at text not null)`,
  ];
}

const indexes = [
  'create index news_by_date on news (status, date desc, id desc)',
  'create index packages_by_category_id on packages (category_id)',
  'create index feature_sub_categories_by_category_id on feature_sub_categories (category_id)',
  'create index pictures_in_texts_by_picture on pictures_in_texts (picture_key)',
];

interface List {
  table: string;
  order: string;
}

const arranged = [
  'testimonials',
  'features',
  'feature_categories',
  'feature_sub_categories',
  'videos',
  'statistics',
  'clients',
  'packages',
  'package_categories',
  'downloads',
];
const lists: List[] = [
  { table: 'about', order: 'id desc' },
  { table: 'news', order: 'date desc, id desc' },
  ...arranged.map((table) => ({ table, order: 'sort_order, id desc' })),
];

/** SQLite uses `deleted_at is null` as an index prefix before the order columns, PostgreSQL does not. */
function listOnSqlite({ table, order }: List): string[] {
  return [`create index ${table}_listed on ${table} (deleted_at, ${order}, status)`];
}

function listOnPostgres({ table, order }: List): string[] {
  return [
    `create index ${table}_listed on ${table} (${order}, status) where deleted_at is null`,
    `create index ${table}_deleted on ${table} (deleted_at) where deleted_at is not null`,
  ];
}
