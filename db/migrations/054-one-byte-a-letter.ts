import { type Kysely, PostgresAdapter, sql } from 'kysely';

const letters = 'অআইঈউঋএঐওকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহািীুূৃেৈোৌ্ংঃঁৎ\u09bc';

/**
 * Searched texts have one byte for a Bengali letter instead of three, which makes reading them two to three times as
 * quick. So short, those of news also fit into the list's index on PostgreSQL.
 */
export async function up(db: Kysely<Record<string, { id: number; search_text: string }>>): Promise<void> {
  const encoded = [...letters].reduce(
    (text, letter, place) =>
      sql<string>`replace(${text}, ${letter}, ${String.fromCharCode(place < 31 ? place + 1 : place + 34)})`,
    sql.ref<string>('search_text') as ReturnType<typeof sql<string>>,
  );
  for (const { name, columns } of await db.introspection.getTables())
    if (columns.some((column) => column.name === 'search_text'))
      await db.updateTable(name).set({ search_text: encoded }).execute();
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const long = await db
    .selectFrom('news')
    .select(['id', 'search_text'])
    .where(sql`octet_length(search_text)`, '>', 2_500)
    .execute();
  for (const { id, search_text } of long) {
    const start = Buffer.from(search_text).subarray(0, 2_500).toString();
    await db.updateTable('news').set({ search_text: start }).where('id', '=', id).execute();
  }
  await sql`drop index news_listed`.execute(db);
  await sql`create index news_listed on news (date desc, id desc, status) include (search_text)
    where deleted_at is null`.execute(db);
}
