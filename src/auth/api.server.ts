import type { AppContext } from '#cms/context.server.ts';
import { sweepLimits } from '#platform/http/limits.server.ts';
import { sweepNowAndThen } from '#platform/jobs/sweep.server.ts';
import { sweepFailures } from '#platform/session/failed-attempts.server.ts';
import { sweepSessions } from '#platform/session/sessions.server.ts';
import { confirmApi } from './confirm-api.server.ts';
import { type ConfirmPassword, confirmPassword } from './confirm-password.server.ts';
import { invitationApi } from './invitation/api.server.ts';
import { passwordResetApi } from './password-reset/api.server.ts';
import { sweepResetLinks } from './password-reset/data.server.ts';
import { HashLimiter } from './passwords.server.ts';
import { profileApi } from './profile/api.server.ts';
import { ownSecondFactorApi } from './second-factor/profile-api.server.ts';
import { removeSecondFactorApi } from './second-factor/removal-api.server.ts';
import { secondStepApi } from './second-factor/sign-in-api.server.ts';
import { sweepTickets } from './second-factor/tickets.server.ts';
import { signInApi } from './sign-in/api.server.ts';
import { usersApi } from './users/api.server.ts';

/** Registers all account routes and returns the password check that other APIs use. */
export function accountsApi(context: AppContext): { confirmPassword: ConfirmPassword } {
  const { database, settings } = context;
  const hashes = new HashLimiter();
  signInApi(context, hashes);
  passwordResetApi(context, hashes);
  profileApi(context, hashes);
  confirmApi(context, hashes);
  secondStepApi(context);
  ownSecondFactorApi(context, hashes);
  removeSecondFactorApi(context);
  invitationApi(context, hashes);
  usersApi(context);
  sweepNowAndThen(context, [
    { name: 'sessions', run: () => sweepSessions(database, settings) },
    { name: 'links to reset a password', run: () => sweepResetLinks(database) },
    { name: 'tickets of second steps', run: () => sweepTickets(database) },
    { name: 'failed attempts', run: () => sweepFailures(database) },
    { name: 'limits', run: () => sweepLimits(database) },
  ]);
  return {
    confirmPassword: async (request, password) => {
      await confirmPassword(context, hashes, request, password);
    },
  };
}
