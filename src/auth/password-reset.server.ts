import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Generated } from 'kysely';
import { z } from 'zod';
import { recordChange } from '#cms/audit/audit.server.ts';
import { messageSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { areLinksHeld, expireSecretMails } from '#mail/queue.server.ts';
import { calls, pages } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countUse, type Limit, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { clearFailures } from '#platform/session/failed-attempts.server.ts';
import { refuseForeignPages } from '#platform/session/guard.server.ts';
import { endSessions, hashOfToken, newToken } from '#platform/session/sessions.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { findUserByEmail, lockUser, type Sender, senderOf, setPassword } from './data.server.ts';
import { signInFields } from './fields.server.ts';
import { mailStaff, notifyOwner, type StaffMail } from './notice-mail.server.ts';
import { assertStrongPassword, hashes, hashPassword } from './passwords.server.ts';
import { limitNetwork } from './rate-limit.server.ts';
import { failuresOfAddress } from './sign-in.server.ts';

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

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    password_resets: PasswordResetsTable;
  }
}

interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  created_at: string;
  expires_at: string;
  /** When it was used or replaced by a newer link. */
  ended_at: string | null;
  /** The mail that contains the link. */
  mail_id: number | null;
  /** A new password, or the first one of an invited user. */
  purpose: Generated<Purpose>;
}

type Purpose = 'reset' | 'invitation';

export const linkMinutes = 60;

export interface ResetLink {
  id: number;
  user: { id: number; name: string; email: string };
}

/** Creates the user's only live link; older ones stop working. */
export async function createResetLink(
  transaction: Database,
  userId: number,
  { purpose, minutes }: { purpose: Purpose; minutes: number } = { purpose: 'reset', minutes: linkMinutes },
) {
  await lockUser(transaction, userId);
  await endResetLinks(transaction, userId);
  const token = newToken();
  const { id } = await transaction
    .insertInto('password_resets')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      created_at: timestampIn(transaction, 0),
      expires_at: timestampIn(transaction, minutes * 60),
      purpose,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

export async function findResetLink(
  database: Database,
  token: string,
  purpose: Purpose = 'reset',
): Promise<ResetLink | null> {
  const row = await database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.id', 'users.id as user_id', 'users.name', 'users.email'])
    .where('token_hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', timestampIn(database, 0))
    .where('users.status', '=', 1)
    .executeTakeFirst();
  return row ? { id: row.id, user: { id: row.user_id, name: row.name, email: row.email } } : null;
}

/**
 * Sets a new password, ends the user's sessions and links, and clears the failed attempts. Returns the ended sessions,
 * or null if the link was used or replaced meanwhile.
 */
async function resetPassword(
  database: Database,
  link: ResetLink,
  reset: { passwordHash: string; failures: string; sender: Sender; requestId: string },
): Promise<number[] | null> {
  return database.transaction().execute(async (transaction) => {
    const { user } = link;
    await lockUser(transaction, user.id);
    if (!(await consumeLink(transaction, link.id))) return null;
    await setPassword(transaction, user.id, reset.passwordHash);
    await endResetLinks(transaction, user.id);
    await clearFailures(transaction, reset.failures);
    await notifyOwner(transaction, user, 'password reset', reset.sender);
    await recordChange(
      transaction,
      { user, network: reset.sender.network, requestId: reset.requestId },
      { action: 'reset-password', kind: 'accounts', recordId: user.id },
    );
    return endSessions(transaction, user.id);
  });
}

export async function endResetLinks(transaction: Database, userId: number): Promise<void> {
  await end(transaction, ending(transaction).where('user_id', '=', userId));
}

export async function endAllResetLinks(transaction: Database): Promise<void> {
  await end(transaction, ending(transaction));
}

/** Of two concurrent uses, one succeeds. */
export async function consumeLink(transaction: Database, id: number): Promise<boolean> {
  const links = ending(transaction).where('id', '=', id).where('expires_at', '>', timestampIn(transaction, 0));
  return (await end(transaction, links)) > 0;
}

function ending(transaction: Database) {
  return transaction
    .updateTable('password_resets')
    .set({ ended_at: timestampIn(transaction, 0) })
    .where('ended_at', 'is', null)
    .returning('mail_id');
}

/** Ends links and empties their mails. Returns how many ended. */
async function end(transaction: Database, links: ReturnType<typeof ending>): Promise<number> {
  const ended = await links.execute();
  await expireSecretMails(
    transaction,
    ended.flatMap(({ mail_id }) => mail_id ?? []),
  );
  return ended.length;
}

interface LinkMail extends Omit<StaffMail, 'parts'> {
  what: string;
  button: { text: string; link: string };
  until: string;
  otherwise: string;
}

/** Mails a link that is for its receiver alone. The mail is emptied when the link ends. */
export async function mailLink(
  transaction: Database,
  linkId: number,
  to: { id: number; name: string; email: string },
  compose: (brand: string) => LinkMail,
): Promise<void> {
  const mail_id = await mailStaff(transaction, to, (brand) => {
    const { what, button, until, otherwise, ...mail } = compose(brand);
    const parts = [
      { lines: [{ text: t`Assalamu alaikum, ${to.name}.` }] },
      { lines: [{ text: what }], button },
      { lines: [{ text: until }, { text: otherwise }] },
    ];
    return { ...mail, parts };
  });
  await transaction.updateTable('password_resets').set({ mail_id }).where('id', '=', linkId).execute();
}

function resetMail(link: string, secret: Keys): LinkMail {
  return {
    subject: t('Link to set a new password'),
    what: t('Somebody asked for a new password for your account. Set it behind this link:'),
    button: { text: t('Set a new password'), link },
    until: t`The link works for ${linkMinutes} minutes, and once.`,
    otherwise: t('If it was not you, there is nothing to do: your password stays as it is.'),
    kind: 'password_reset',
    usefulSeconds: linkMinutes * 60,
    secret,
  };
}

export function resetLink(to: { email: string }, token: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}${pages.resetPassword}?${new URLSearchParams({ token, email: to.email })}`;
}
