import type { FastifyRequest } from 'fastify';
import { invalid } from '#server/errors.server.ts';
import { beginAttempt, forgetFailures } from '#server/failed-attempts.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { limitKey } from '#server/limits.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import { findUser } from './data.server.ts';
import type { HashQueue } from './hash-queue.server.ts';
import { verifyPassword } from './passwords.server.ts';
import { refuseWhileLimited } from './wait.server.ts';

/** Asks somebody who is signed in for the own password again: whoever found an open window does not know it. */
export type ConfirmPassword = (request: FastifyRequest, password: string) => Promise<void>;

/** The answer refuses with 422 under `current_password` where it is wrong, and with 429 after several wrong ones. */
export function confirmPassword({ database }: Pick<Foundations, 'database'>, hashes: HashQueue): ConfirmPassword {
  return async (request, password) => {
    const { user } = request.staff;
    const failures = limitKey('change-password', String(user.id));
    const right = await hashes.run(failures, async () => {
      refuseWhileLimited(request, 'current password', await beginAttempt(database, failures));
      const known = (await findUser(database, user.id))?.passwordHash ?? null;
      if (!(await verifyPassword(known, password))) return false;
      await forgetFailures(database, failures);
      return true;
    });
    if (right) return;
    logSecurity(request, 'password_refused', { user: user.id });
    throw invalid({ current_password: ['This is not your current password.'] });
  };
}
