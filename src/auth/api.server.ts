import type { AppContext, Module } from '#cms/context.server.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { sweepLimits } from '#platform/http/limits/rate-limits.server.ts';
import { sweepFailures } from '#platform/session/failed-attempts.server.ts';
import { sweepSessions } from '#platform/session/sessions.server.ts';
import { invitationApi } from './invitation.server.ts';
import { endAllResetLinks, passwordResetApi } from './password-reset.server.ts';
import { profileApi } from './profile/api.server.ts';
import { confirmApi } from './proof.server.ts';
import { codeAppSecret } from './second-factor/factors.server.ts';
import { ownSecondFactorApi, removeSecondFactorApi } from './second-factor/profile-api.server.ts';
import { secondStepApi } from './second-factor/sign-in-api.server.ts';
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
    { name: 'links to reset a password', run: () => deleteExpired(database, 'password_resets') },
    { name: 'tickets of second steps', run: () => deleteExpired(database, 'tickets') },
    { name: 'failed attempts', run: () => sweepFailures(database) },
    { name: 'limits', run: () => sweepLimits(database) },
  ],
  secrets: [codeAppSecret],
  onRestore: revokeAllAccess,
} satisfies Module;

/** Ends everything that a restored backup contains although it may have ended since. */
async function revokeAllAccess(transaction: Database): Promise<void> {
  await endAllResetLinks(transaction);
  for (const table of ['sessions', 'program_tokens', 'tickets', 'previews'] as const)
    await transaction.deleteFrom(table).execute();
}

async function deleteExpired(database: Database, table: 'password_resets' | 'tickets'): Promise<void> {
  await database.deleteFrom(table).where('expires_at', '<=', timestampIn(database, 0)).execute();
}
