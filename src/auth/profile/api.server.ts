import { z } from 'zod';
import { toPictureFields } from '#api/picture.ts';
import { anyOf } from '#api/shapes.ts';
import { type Actor, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, deletedSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { pictureBody } from '#cms/pictures/data-url.server.ts';
import type { Language } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { endSession, endSessions } from '#platform/session/sessions.server.ts';
import { findUser, listSessions, lockUser, type Sender, senderOf, setPassword, type User } from '../data.server.ts';
import { confirmation, currentPassword, emailField, nameField, newPassword } from '../fields.server.ts';
import { notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { endResetLinks } from '../password-reset.server.ts';
import { assertStrongPassword, hashes, hashPassword } from '../passwords.server.ts';
import { confirmPassword, refusePassword } from '../proof.server.ts';
import { accountSchema, languages, type Notify, notifyChoices, sessionsSchema } from '../schema.ts';
import { signedInUserOf } from '../sign-in.server.ts';

const accountBody = z.object({
  name: nameField,
  email: emailField,
  image: z.unknown().optional(),
  notify: anyOf(notifyChoices).optional(),
  weekly_mail: z.boolean({ error: 'Say true or false.' }).transform(Number).optional(),
  language: z.enum(languages, { error: 'Choose en or bn.' }).optional(),
  /** Needed for a new email address, which could be used to reset the password. */
  current_password: confirmation,
  updated_at: z.string({ error: 'Send the time as it was read.' }).nullish(),
});

const passwordBody = z
  .object({
    current_password: currentPassword,
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

const accountResponse = writtenSchema(accountSchema);

const unconfirmedMessage = 'Enter your current password to change your e-mail address.';

export function profileApi(context: AppContext, scope: StaffScope): void {
  accountRoutes(scope, context);
  passwordRoute(scope, context);
  sessionRoutes(scope, context);
}

function accountRoutes(scope: StaffScope, context: AppContext): void {
  const { database, pictures } = context;
  scope.get(
    calls.account,
    { schema: { summary: 'Get own account', response: { 200: dataSchema(accountSchema) } } },
    async ({ staff }) => {
      const user = await findUser(database, staff.user.id);
      if (!user) throw notFound('This account was closed.');
      return { data: accountToWire(user) };
    },
  );

  scope.put(
    calls.account,
    {
      schema: {
        summary: 'Update own account',
        body: accountBody,
        response: { 200: accountResponse, 409: accountResponse },
      },
      ...pictureBody,
    },
    async (request, reply) => {
      const {
        name,
        email,
        image,
        notify,
        weekly_mail,
        language,
        current_password,
        updated_at: readVersion = null,
      } = request.body;
      // Before the transaction, as decoding takes longer than a write may wait.
      const image_key = await pictures.resolveImage(image, { name, by: request.staff.user.id });
      const update = (confirmed: string | null) =>
        updateAccount(
          database,
          actorOf(request),
          {
            name,
            email,
            notify,
            weekly_mail,
            language,
            image_key,
          },
          { seen: readVersion, confirmed, sender: senderOf(request) },
        ).catch(refuseTaken);
      let result = await update(null);
      if (result.status === 'unconfirmed') {
        if (current_password === null) throw invalid({ current_password: [unconfirmedMessage] });
        result = await update(await confirmPassword(context, request, current_password));
      }
      if (result.status === 'unconfirmed') return refusePassword(request);
      const { status, user, emailChanged } = result;
      if (emailChanged) logSecurity(request, 'email_changed', { user: user.id });
      request.language = user.language;
      const data = accountToWire(user);
      if (status === 'written') return { data, message: 'Profile updated successfully' };
      reply.code(409);
      return { data, message: 'Your profile was changed in another window. Load it again, or keep your text.' };
    },
  );
}

/** Needs the current password, which somebody at an unattended window does not know. */
function passwordRoute(scope: StaffScope, context: AppContext): void {
  const { database } = context;
  const response = { 200: writtenSchema(z.object({ id: z.int() })) };
  scope.put(
    calls.accountPassword,
    { schema: { summary: 'Change own password', body: passwordBody, response } },
    async (request) => {
      const { user, sessionId } = request.staff;
      const { current_password, password } = request.body;
      const verifiedHash = await confirmPassword(context, request, current_password);
      await assertStrongPassword(context, user, password, 'en');
      const passwordHash = await hashes.run('known', `change ${user.id}`, () => hashPassword(password));
      const ended = await changePassword(database, actorOf(request), {
        known: verifiedHash,
        passwordHash,
        keptSession: sessionId,
        sender: senderOf(request),
      });
      if (!ended) return refusePassword(request);
      logSecurity(request, 'password_changed', { user: user.id, ended });
      return { data: { id: user.id }, message: 'Password changed. You are signed out on your other devices.' };
    },
  );
}

function sessionRoutes(scope: StaffScope, { database }: AppContext): void {
  scope.get(
    calls.accountSessions,
    { schema: { summary: 'List own sessions', response: { 200: sessionsSchema } } },
    async ({ staff }) => ({ data: await listSessions(database, staff.user.id, staff.sessionId) }),
  );

  const others = writtenSchema(z.object({ ended: z.int() }));
  scope.delete(
    calls.accountSessions,
    { config: { confirm: true }, schema: { summary: 'End all other own sessions', response: { 200: others } } },
    async (request) => {
      const { user, sessionId } = request.staff;
      const sessions = await endOtherSessions(database, actorOf(request), sessionId);
      logSecurity(request, 'sessions_ended', { user: user.id, sessions, reason: 'by their user' });
      return { data: { ended: sessions.length }, message: 'Signed out everywhere else' };
    },
  );

  scope.delete(
    calls.accountSession,
    { config: { confirm: true }, schema: { summary: 'End an own session', response: { 200: deletedSchema } } },
    async (request) => {
      const id = idOf(request);
      if (!(await endOwnSession(database, actorOf(request), id))) throw notFound('This session has already ended.');
      logSecurity(request, 'sessions_ended', { user: request.staff.user.id, sessions: [id], reason: 'by its user' });
      return { data: { id }, message: 'Signed out on that device' };
    },
  );
}

function accountToWire(user: User): z.infer<typeof accountSchema> {
  const { notify, weeklyMail, picture, createdAt, updatedAt } = user;
  return {
    ...signedInUserOf(user),
    notify,
    weekly_mail: weeklyMail,
    ...toPictureFields(picture),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw invalid({ email: ['Another account has this address. Enter another one.'] });
  throw error;
}

/** Undefined stays unchanged. */
interface AccountInput {
  name: string;
  email: string;
  image_key: string | undefined;
  notify: Notify | undefined;
  weekly_mail: number | undefined;
  language: Language | undefined;
}

/** `unconfirmed`: a new email address needs the current password, and nothing was written. */
type UpdateResult = { status: 'written' | 'stale'; user: User; emailChanged: boolean } | { status: 'unconfirmed' };

/**
 * With `seen`, the `updated_at` of the form, a newer version is not overwritten. `confirmed` is the verified password
 * hash. The previous address gets a notice.
 * @throws a unique violation if another account has the address
 */
async function updateAccount(
  database: Database,
  actor: Actor,
  input: AccountInput,
  { seen, confirmed, sender }: { seen: string | null; confirmed: string | null; sender: Sender },
): Promise<UpdateResult> {
  return database.transaction().execute(async (transaction) => {
    await lockUser(transaction, actor.user.id);
    const before = await existing(transaction, actor.user.id);
    if (seen !== null && seen !== before.updatedAt) return { status: 'stale', user: before, emailChanged: false };
    const emailChanged = input.email !== before.email;
    if (emailChanged && confirmed !== before.passwordHash) return { status: 'unconfirmed' };
    if (emailChanged && before.role === 'owner')
      await notifyOwners(transaction, actor, 'owner changed', before.email, before.id);
    await transaction
      .updateTable('users')
      .set({ ...input, updated_at: new Date().toISOString() })
      .where('id', '=', before.id)
      .execute();
    if (emailChanged) {
      // A link in the old mailbox must not work any more.
      await endResetLinks(transaction, before.id);
      await notifyOwner(transaction, before, 'email changed', sender);
    }
    const after = await existing(transaction, before.id);
    await recordChange(transaction, actor, {
      action: 'update',
      kind: 'accounts',
      recordId: before.id,
      before: audited(before),
      after: audited(after),
    });
    return { status: 'written', user: after, emailChanged };
  });
}

/**
 * Changes the password and ends all other sessions and reset links. Returns the ended sessions, or null if the password
 * changed since it was verified.
 */
async function changePassword(
  database: Database,
  actor: Actor,
  change: { known: string; passwordHash: string; keptSession: number; sender: Sender },
): Promise<number[] | null> {
  const { id } = actor.user;
  return database.transaction().execute(async (transaction) => {
    if (!(await setPassword(transaction, id, change.passwordHash, { known: change.known }))) return null;
    await endResetLinks(transaction, id);
    await notifyOwner(transaction, actor.user, 'password changed', change.sender);
    await recordChange(transaction, actor, {
      action: 'change-password',
      kind: 'accounts',
      recordId: id,
    });
    return endSessions(transaction, id, change.keptSession);
  });
}

async function endOwnSession(database: Database, actor: Actor, id: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await endSession(transaction, actor.user.id, id))) return false;
    await recordChange(transaction, actor, {
      action: 'end',
      kind: 'sessions',
      recordId: id,
    });
    return true;
  });
}

/** Ends all own sessions but one. Returns the ids of those ended. */
async function endOtherSessions(database: Database, actor: Actor, currentSession: number): Promise<number[]> {
  return database.transaction().execute(async (transaction) => {
    const ended = await endSessions(transaction, actor.user.id, currentSession);
    if (ended.length > 0) {
      await recordChange(transaction, actor, {
        action: 'end-others',
        kind: 'sessions',
        recordId: actor.user.id,
      });
    }
    return ended;
  });
}

/** Who was let in may be removed before the account is locked. */
async function existing(transaction: Database, id: number): Promise<User> {
  const user = await findUser(transaction, id);
  if (!user) throw notFound('This account was closed.');
  return user;
}

function audited({ name, email, picture, notify, weeklyMail, language }: User) {
  return { name, email, image_key: picture?.key ?? null, notify, weekly_mail: weeklyMail, language };
}
