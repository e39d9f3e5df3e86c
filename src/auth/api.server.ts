import type { AppContext, Module } from '#cms/context.server.ts';
import { endAllPreviews } from '#cms/versions/previews.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { sweepLimits } from '#platform/http/limits/rate-limits.server.ts';
import { sweepFailures } from '#platform/session/failed-attempts.server.ts';
import { sweepSessions } from '#platform/session/sessions.server.ts';
import { invitationApi } from './invitation.server.ts';
import { endAllResetLinks, passwordResetApi, sweepResetLinks } from './password-reset.server.ts';
import { profileApi } from './profile/api.server.ts';
import { confirmApi } from './proof.server.ts';
import { codeAppSecret } from './second-factor/factors.server.ts';
import { ownSecondFactorApi, removeSecondFactorApi } from './second-factor/profile-api.server.ts';
import { secondStepApi } from './second-factor/sign-in-api.server.ts';
import { endAllTickets, sweepTickets } from './second-factor/tickets.server.ts';
import { ownSessionApi, signInApi } from './sign-in.server.ts';
import { tokensApi } from './tokens/api.server.ts';
import { usersApi } from './users/api.server.ts';

export const authModule = {
  routes: (context) => {
    signInApi(context);
    passwordResetApi(context);
    secondStepApi(context);
    invitationApi(context);
  },
  staffRoutes: {
    own: (context, scope) => {
      ownSessionApi(context, scope);
      profileApi(context, scope);
      confirmApi(context, scope);
      ownSecondFactorApi(context, scope);
    },
    people: (context, scope) => {
      removeSecondFactorApi(context, scope);
      usersApi(context, scope);
      tokensApi(context, scope);
    },
  },
  cleanups: ({ database, settings }: AppContext) => [
    { name: 'sessions', run: () => sweepSessions(database, settings) },
    { name: 'links to reset a password', run: () => sweepResetLinks(database) },
    { name: 'tickets of second steps', run: () => sweepTickets(database) },
    { name: 'failed attempts', run: () => sweepFailures(database) },
    { name: 'limits', run: () => sweepLimits(database) },
  ],
  secrets: [codeAppSecret],
  onRestore: revokeAllAccess,
} satisfies Module;

/** Ends everything that a restored backup contains although it may have ended since. */
async function revokeAllAccess(transaction: Database): Promise<void> {
  await transaction.deleteFrom('sessions').execute();
  await transaction.deleteFrom('program_tokens').execute();
  await endAllResetLinks(transaction);
  await endAllTickets(transaction);
  await endAllPreviews(transaction);
}
