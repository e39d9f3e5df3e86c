import { HttpError } from '#platform/errors.server.ts';

/**
 * Prevents deleting records that others refer to. `users` are the names of up to four of them.
 * @throws {HttpError} 409 if there are any
 */
export function assertUnused(what: string, kind: string, users: string[]): void {
  if (users.length === 0) return;
  const named = users.slice(0, 3).map((name) => `“${name}”`);
  const more = users.length > 3 ? ' and others' : '';
  throw new HttpError(409, `This ${what} is in use by the ${kind} ${named.join(', ')}${more}. Change those first.`);
}
