import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { areLinksHeld } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countUse, type Limit, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { findUserByEmail } from '../data.server.ts';
import { senderOf } from '../device.server.ts';
import { signInFields } from '../fields.server.ts';
import { hashes, hashPassword } from '../passwords.server.ts';
import { limitNetwork } from '../rate-limit.server.ts';
import { failuresOfAddress } from '../sign-in/sign-in.server.ts';
import { assertStrongPassword } from '../weak-passwords.server.ts';
import { createResetLink, findResetLink, resetPassword } from './data.server.ts';
import { mailLink, resetLink, resetMail } from './mail.server.ts';

const forgotBody = z.object({ email: signInFields.email });
const resetBody = z.object({
  token: z.string({ error: 'Open the link of the mail again.' }),
  email: signInFields.email,
  password: signInFields.newPassword,
});

const limits = {
  requests: { most: 10, seconds: 600 },
  mails: { most: 3, seconds: 3_600 },
} satisfies Record<string, Limit>;

const linkSent = 'If this address has an account, a link to set a new password is on its way to it.';
const noMail = 'Mail is not set up here, so no link can be sent. Whoever runs the site can help.';

/** Minimum response time in milliseconds, so that timing does not reveal whether an address has an account. */
const answerAfter = 100;

/** Forgotten passwords: requests a link and uses it. No response reveals whether an address has an account. */
export function passwordResetApi(context: AppContext): void {
  const { http, database, settings } = context;
  const onRequest = refuseForeignPages(context);

  http.post(
    calls.forgotPassword,
    {
      schema: {
        summary: 'Ask for a password link',
        body: forgotBody,
        response: { 200: messageSchema, 409: messageSchema },
      },
      onRequest,
    },
    async (request) => {
      await limitNetwork(context, request, 'reset-request', limits.requests);
      if (await areLinksHeld(database))
        throw new HttpError(
          409,
          'The mail server was changed within the last hour, so no link for a new password is sent yet. Try again in an hour.',
        );
      const enough = sleep(answerAfter);
      const user = await sendLink(request.body.email);
      logSecurity(request, 'reset_requested', { user });
      await enough;
      return { message: settings.mail.server ? linkSent : noMail };
    },
  );

  http.post(
    calls.resetPassword,
    { schema: { summary: 'Set a new password', body: resetBody, response: { 200: messageSchema } }, onRequest },
    async (request) => {
      await limitNetwork(context, request, 'reset-use');
      const { token, email, password } = request.body;
      const link = await findResetLink(database, token);
      if (link?.user.email !== email) throw notValid(request);
      await assertStrongPassword(context, link.user, password, 'bn');
      const ended = await hashes.run('known', `reset ${link.user.id}`, async () =>
        resetPassword(database, link, {
          passwordHash: await hashPassword(password),
          failures: failuresOfAddress(settings, email),
          sender: senderOf(request),
          requestId: request.id,
        }),
      );
      if (!ended) throw notValid(request);
      logSecurity(request, 'password_reset', { user: link.user.id, sessions: ended });
      return { message: 'The new password is set. Sign in with it.' };
    },
  );

  /** Mails a link if the address has an account and is below its rate limit. */
  function sendLink(email: string): Promise<number | null> {
    return database.transaction().execute(async (transaction) => {
      const wait = await countUse(transaction, limitKey(settings, 'reset-mail', email), limits.mails);
      const user = await findUserByEmail(transaction, email);
      if (!user || wait > 0 || !isOneAddress(email)) return null;
      const { id, token } = await createResetLink(transaction, user.id);
      await mailLink(transaction, id, user, () => resetMail(resetLink(user, token, settings), settings));
      return user.id;
    });
  }
}

/** The same response for a wrong, used, replaced or expired link, so that it reveals nothing. */
function notValid(request: FastifyRequest): HttpError {
  logSecurity(request, 'reset_refused');
  return new HttpError(400, 'This link does not work any more. Ask for a new one on the sign-in page.');
}
