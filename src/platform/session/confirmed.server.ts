import type { Database } from '../database/open.server.ts';
import { HttpError } from '../errors.server.ts';
import type { StaffRequest } from './sessions.server.ts';

/** For what only a person may do. @throws {HttpError} 403 for a token of a program */
export function assertPerson({ staff }: StaffRequest): void {
  if (staff.program) throw new HttpError(403, 'A token for programs can’t do this. Sign in to do it yourself.');
}

/**
 * For actions that give lasting access or export data, where a stolen token isn't enough. Routes set `config: {
 * confirm: true }`; handlers call this if it depends on the body.
 * @throws {HttpError} 403 with the ways to confirm, unless the session was confirmed within ten minutes
 */
export async function assertConfirmed(database: Database, request: StaffRequest): Promise<void> {
  const { staff } = request;
  assertPerson(request);
  if (staff.isConfirmed) return;
  const passkey = await database
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', staff.user.id)
    .limit(1)
    .executeTakeFirst();
  throw new HttpError(403, 'Confirm that it is you. Nothing was done yet.', {
    confirm: [staff.hasSecondFactor ? 'code' : 'password', ...(passkey ? ['passkey'] : [])],
  });
}
