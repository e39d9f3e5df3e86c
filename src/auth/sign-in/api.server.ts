import { z } from 'zod';
import { messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { endSession } from '#platform/session/sessions.server.ts';
import { signInFields } from '../fields.server.ts';
import { signedInSchema, signedInUser, wrongCredentials } from '../schema.ts';
import { secondStepSchema } from '../second-factor/schema.ts';
import { KnownDevices } from './known-device.server.ts';
import { startSession } from './sign-in.server.ts';
import { answerSignedIn } from './signed-in.server.ts';

const loginBody = z.object({
  email: signInFields.email,
  password: signInFields.currentPassword,
  remember: z.boolean({ error: 'Send true or false.' }).nullish(),
});

const wrongCredentialsSchema = z.object({ message: z.array(z.string()) });

/** For API clients that do not know the second step: the password alone does not sign in. */
const moreIsNeeded = 'The password is right. This account also needs a second step to sign in: a code, or a passkey.';

export function signInApi(context: AppContext): void {
  const { http, database, settings, log } = context;
  const devices = new KnownDevices(settings);
  const alarm = new FailureAlarm();

  http.post(
    calls.login,
    {
      schema: {
        summary: 'Sign in',
        body: loginBody,
        response: { 200: signedInSchema, 401: wrongCredentialsSchema, 403: secondStepSchema },
      },
      onRequest: refuseForeignPages(context),
    },
    async (request, reply) => {
      const { email, password, remember } = request.body;
      const attempt = { email, password, remember: remember ?? false, devices: devices.of(request) };
      const result = await startSession(context, request, attempt);
      if (result.is === 'wrong') {
        logSecurity(request, 'login_failed', { user: result.userId });
        if (alarm.count()) log.warn({ event: 'many_failed_logins' });
        reply.code(401);
        return { message: [wrongCredentials] };
      }
      if (result.is === 'second step') {
        logSecurity(request, 'second_step_opened', { user: result.user.id });
        reply.code(403);
        return { message: moreIsNeeded, data: result.step };
      }
      return answerSignedIn(database, request, reply, result, devices);
    },
  );
}

export function ownSessionApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    calls.signedInUser,
    { config: { isForPrograms: true }, schema: { summary: 'Get who is signed in', response: { 200: signedInUser } } },
    async ({ staff }) => staff.user,
  );
  scope.post(calls.logout, { schema: { summary: 'Sign out', response: { 200: messageSchema } } }, async (request) => {
    const { user, sessionId } = request.staff;
    await endSession(database, user.id, sessionId);
    logSecurity(request, 'logout', { user: user.id, session: sessionId });
    return { message: 'Signed out successfully' };
  });
}

/** This many failures within a minute are an attack, perhaps over many networks. */
const alarming = { failures: 100, seconds: 60 };

/** Reports too many failures on this instance, at most once a minute. */
class FailureAlarm {
  #windowStart = 0;
  #failures = 0;

  /** Counts a failure; returns true for the one that raises the alarm. */
  count(now = performance.now()): boolean {
    if (now - this.#windowStart > alarming.seconds * 1_000) {
      this.#windowStart = now;
      this.#failures = 0;
    }
    return ++this.#failures === alarming.failures;
  }
}
