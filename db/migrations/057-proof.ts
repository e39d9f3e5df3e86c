import { type Kysely, sql } from 'kysely';

const texts = [1, 2, 3].flatMap((row) => [`measure_${row}`, `before_${row}`, `after_${row}`]);

/** A client's story opens with a person and figures before and after. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['person_name', 'person_role', ...texts])
    await sql`alter table clients add column ${sql.ref(column)} text not null default ''`.execute(db);
  await sql`alter table clients add column person_image_key text references pictures (key)`.execute(db);
}
