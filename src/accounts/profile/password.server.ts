import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { invalid, type Refusal } from '#server/errors.server.ts';
import { beginAttempt, forgetFailures } from '#server/failed-attempts.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { limitKey } from '#server/limits.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import { findUser } from '../data.server.ts';
import { knownPassword, newPassword } from '../fields.server.ts';
import type { HashQueue } from '../hash-queue.server.ts';
import { hashPassword, verifyPassword } from '../passwords.server.ts';
import { writtenOnWire } from '../schema.ts';
import { refuseWhileLimited } from '../wait.server.ts';
import { changePassword } from './data.server.ts';

const passwordBody = z
  .object({
    current_password: knownPassword,
    password: newPassword,
    password_confirmation: z.string({ error: 'Enter the new password once more.' }),
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    error: 'This is not the same as the new password.',
  })
  .refine((body) => body.password !== body.current_password, {
    path: ['password'],
    error: 'Choose a password that differs from the current one.',
  });

/** The new password of the own account. Whoever found an open window does not know the current one. */
export function passwordRoute(scope: FastifyInstance, { database }: Foundations, hashes: HashQueue): void {
  const response = { 200: writtenOnWire(z.object({ id: z.int() })) };
  scope
    .withTypeProvider<ZodTypeProvider>()
    .put(calls.accountPassword, { schema: { body: passwordBody, response } }, async (request) => {
      const { user, sessionId } = request.staff;
      const { current_password: current, password } = request.body;
      const failures = limitKey('change-password', String(user.id));
      const ended = await hashes.run(failures, async () => {
        refuseWhileLimited(request, 'current password', await beginAttempt(database, failures));
        const known = (await findUser(database, user.id))?.passwordHash ?? null;
        if (known === null || !(await verifyPassword(known, current))) return null;
        await forgetFailures(database, failures);
        const passwordHash = await hashPassword(password);
        return changePassword(database, actorOf(request), { known, passwordHash, keptSession: sessionId });
      });
      if (!ended) {
        logSecurity(request, 'password_refused', { user: user.id });
        throw wrongPassword();
      }
      logSecurity(request, 'password_changed', { user: user.id, ended });
      return { data: { id: user.id }, message: 'Password changed. You are signed out on your other devices.' };
    });
}

function wrongPassword(): Refusal {
  return invalid({ current_password: ['This is not your current password.'] });
}
