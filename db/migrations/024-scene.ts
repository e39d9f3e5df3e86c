import { type Kysely, sql } from 'kysely';

/** The software to touch on the home page: its words where they differ from the built-in ones, and whether it is shown. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["scene text not null default '{}'", 'scene_status integer not null default 1'])
    await sql.raw(`alter table site_settings add column ${column}`).execute(db);
}
