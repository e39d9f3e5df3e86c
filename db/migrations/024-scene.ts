import { type Kysely, sql } from 'kysely';

/** Texts of the interactive scene on the home page where they differ from the defaults, and its visibility. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["scene text not null default '{}'", 'scene_status integer not null default 1'])
    await sql.raw(`alter table site_settings add column ${column}`).execute(db);
}
