import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Message templates for leads, with three examples. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const number = postgres ? 'serial primary key' : 'integer primary key autoincrement';
  await sql
    .raw(`create table message_templates (
      id ${number},
      name text not null,
      subject text not null,
      message text not null,
      after_call text not null default '',
      status integer not null default 1,
      sort_order integer not null default 0,
      created_at text not null,
      updated_at text not null,
      deleted_at text,
      search_text text not null default '')`)
    .execute(db);
  const now = new Date().toISOString();
  for (const [index, [name, subject, message, afterCall]] of texts.entries())
    await sql`insert into message_templates (name, subject, message, after_call, status, sort_order, created_at, updated_at, search_text)
      values (${name}, ${subject}, ${message}, ${afterCall}, 1, ${index + 1}, ${now}, ${now}, ${searchTextOf(name, subject)})`.execute(
      db,
    );
}

const texts = [
  [
    'Demo link',
    'আপনার ডেমো লিংক',
    'আসসালামু আলাইকুম {name}, {institute}-এর জন্য ডেমো দেখার লিংক: {link}\nকোনো প্রশ্ন থাকলে লিখবেন।',
    'spoke',
  ],
  [
    'No answer',
    'কখন কথা বলা যায়?',
    'আসসালামু আলাইকুম {name}, ডেমো নিয়ে কথা বলতে ফোন করেছিলাম, আপনাকে পাইনি। কখন ফোন করলে সুবিধা হবে, জানাবেন?',
    'no_answer',
  ],
  ['After the demo', 'ডেমো কেমন লাগল?', 'আসসালামু আলাইকুম {name}, ডেমোটি কেমন লাগল? কোনো প্রশ্ন থাকলে জানাবেন।', ''],
] as const;

/** Same format as `search_text` of the lists: two blanks before each word. */
function searchTextOf(...texts: string[]): string {
  return texts
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word && `  ${word}`)
    .join('');
}
