import type { Database } from '#server/database/open.server.ts';

/** Who asks for a demo, as the demo system is told. */
export interface Requester {
  id: number;
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
  students: string | null;
  package: string | null;
  created_at: string;
}

/** Null where the request was erased meanwhile. */
export async function readRequester(database: Database, requestId: number): Promise<Requester | null> {
  const row = await database
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'students', 'package_note as package', 'created_at'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row ?? null;
}
