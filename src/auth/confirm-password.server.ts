import type { AppContext } from '#cms/context.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { beginAttempt, clearFailures } from '#platform/session/failed-attempts.server.ts';
import { assertConfirmed, assertPerson } from '#platform/session/guard.server.ts';
import { confirmSession, type StaffRequest } from '#platform/session/sessions.server.ts';
import { findUser } from './data.server.ts';
import { hashes, verifyPassword } from './passwords.server.ts';
import { assertNotLimited } from './rate-limit.server.ts';

/**
 * Asks a signed-in user for the password again, as an unattended window alone must not be enough. Confirms the session
 * too, where no second factor is needed for that, and returns the verified hash.
 * @throws {HttpError} 422 under `current_password` for a wrong password, 429 after several wrong ones in this session, 403
 * with a second factor unless the session was confirmed by it
 */
export async function confirmPassword(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  request: StaffRequest,
  password: string,
): Promise<string> {
  assertPerson(request);
  const { user, sessionId, hasSecondFactor } = request.staff;
  const failures = limitKey(settings, 'confirm', String(sessionId));
  const confirmed = await hashes.run('known', failures, async () => {
    assertNotLimited(request, 'current password', await beginAttempt(database, failures));
    const verifiedHash = (await findUser(database, user.id))?.passwordHash ?? null;
    if (!(await verifyPassword(verifiedHash, password))) return null;
    await clearFailures(database, failures);
    if (!hasSecondFactor) await confirmSession(database, sessionId);
    return verifiedHash;
  });
  if (confirmed === null) return refusePassword(request);
  if (hasSecondFactor) await assertConfirmed(database, request);
  return confirmed;
}

export function refusePassword(request: StaffRequest): never {
  logSecurity(request, 'password_refused', { user: request.staff.user.id });
  throw invalid({ current_password: ['This is not your current password.'] });
}
