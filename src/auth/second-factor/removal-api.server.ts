import { z } from 'zod';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { endSessions } from '#platform/session/sessions.server.ts';
import { findUser, lockUser } from '../data.server.ts';
import { senderOf } from '../device.server.ts';
import { notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { removeSecondFactor } from './factors.server.ts';

const written = writtenSchema(z.object({ id: z.int() }));

/** For a colleague who lost the device: removes the second factor and ends all sessions. */
export function removeSecondFactorApi(context: AppContext, scope: Http): void {
  const { database } = context;
  scope.delete(
    adminCalls.userSecondFactor,
    { config: { confirm: true }, schema: { summary: 'Take off a second factor', response: { 200: written } } },
    async (request) => {
      const { user: own } = request.staff;
      const id = idOf(request);
      if (id === own.id) throw invalid({ id: ['Remove your own second factor in your profile, with your password.'] });
      const ended = await database.transaction().execute(async (transaction) => {
        await lockUser(transaction, id);
        const user = await findUser(transaction, id);
        if (!user || !(await removeSecondFactor(transaction, id))) return null;
        await notifyOwner(transaction, user, 'second factor taken off', senderOf(request));
        await notifyOwners(transaction, actorOf(request), 'factor changed', user.email, id);
        await recordChange(transaction, actorOf(request), { action: 'take-off', kind: 'second-factor', recordId: id });
        return endSessions(transaction, id);
      });
      if (!ended) throw notFound('This account has no second factor.');
      logSecurity(request, 'second_factor_taken_off', { user: id, by: own.id, sessions: ended });
      return { data: { id }, message: 'The second factor is taken off. They sign in with their password now.' };
    },
  );
}
