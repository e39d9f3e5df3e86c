import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cleanLine, latinDigits, lengthOf } from '#api/text.ts';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { calls } from '#paths.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { isMissingSecondFactor } from '#platform/session/second-factor.server.ts';
import { confirmPassword } from '../confirm-password.server.ts';
import { findUser, lockUser } from '../data.server.ts';
import { senderOf } from '../device.server.ts';
import { currentPassword } from '../fields.server.ts';
import { type Notice, notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { writeResponseSchema } from '../schema.ts';
import { deleteApp, findApp, findTimeStep, newSetup, readSetup, setApp, setupSeconds } from './code-app.server.ts';
import { hasSecondFactor, updateFactors } from './factors.server.ts';
import {
  addPasskey,
  allowsPasskeys,
  creationOptions,
  deletePasskey,
  listPasskeys,
  passkeysOf,
  verifyRegistration,
} from './passkeys.server.ts';
import { countRecoveryCodes, createRecoveryCodes } from './recovery-codes.server.ts';
import {
  newAppSchema,
  newPasskeySchema,
  recoveryCodesSchema,
  secondFactorLimits,
  secondFactorSchema,
} from './schema.ts';
import { createTicket, endTicket, endTickets, findTicket, isChallengeOf, lockTicket } from './tickets.server.ts';
import { registrationResponse, ticketField } from './webauthn-schemas.server.ts';

const { passkeys: mostPasskeys, passkeyName: mostName } = secondFactorLimits;

const passwordBody = z.object({ current_password: currentPassword });

const appBody = z.object({
  setup: z.string({ error: 'Begin again.' }).max(1_000),
  code: z
    .string({ error: 'Enter the code that the app shows.' })
    .transform((code) => latinDigits(code).replace(/[\s-]/g, ''))
    .refine((code) => /^\d{6}$/.test(code), { error: 'Enter the six digits that the app shows.' }),
});

const passkeyBody = z.object({
  ticket: ticketField,
  name: z
    .string({ error: 'Name this passkey.' })
    .transform(cleanLine)
    .refine((name) => name !== '', { error: 'Name this passkey.', abort: true })
    .refine((name) => lengthOf(name) <= mostName, { error: `Use at most ${mostName} characters.` }),
  passkey: registrationResponse,
});

const emptyResponse = writeResponseSchema(z.object({}));
const doneWithCodes = writeResponseSchema(recoveryCodesSchema);

/** The user's own second factor: app, passkeys and recovery codes. Every change needs the current password. */
export function ownSecondFactorApi(context: AppContext, scope: Http): void {
  const { database, settings } = context;
  const confirmed = async (request: FastifyRequest, { current_password }: z.infer<typeof passwordBody>) => {
    await confirmPassword(context, request, current_password);
  };
  const answer = z.object({ data: secondFactorSchema });
  scope.get(
    calls.accountSecondFactor,
    { schema: { summary: 'Get own second factor', response: { 200: answer } } },
    async ({ staff: { user } }) => {
      const isOn = await hasSecondFactor(database, user.id);
      const data = {
        app_since: (await findApp(database, user.id))?.created_at ?? null,
        passkeys: await listPasskeys(database, user.id),
        recovery_codes_left: await countRecoveryCodes(database, user.id),
        passkeys_possible: allowsPasskeys(settings),
        is_missing: isMissingSecondFactor(settings, { user, hasSecondFactor: isOn }),
      };
      return { data };
    },
  );
  scope
    .withTypeProvider<ZodTypeProvider>()
    .post(
      calls.recoveryCodes,
      { schema: { summary: 'Make recovery codes', body: passwordBody, response: { 200: doneWithCodes } } },
      async (request) => {
        await confirmed(request, request.body);
        const codes = await change(database, request, ['make', 'recovery codes made'], async (transaction, id) =>
          (await hasSecondFactor(transaction, id)) ? createRecoveryCodes(transaction, id) : null,
        );
        if (!codes) throw invalid({ current_password: ['Set up an app or a passkey first.'] });
        return { data: { recovery_codes: codes }, message: 'New recovery codes. The ones before no longer work.' };
      },
    );
  appRoutes(scope, context, confirmed);
  passkeyRoutes(scope, context, confirmed);
}

type Confirmed = (request: FastifyRequest, body: { current_password: string }) => Promise<void>;

function appRoutes(scope: FastifyInstance, { database, settings }: AppContext, confirmed: Confirmed): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const begun = z.object({ data: newAppSchema });
  calling.post(
    calls.codeApp,
    { schema: { summary: 'Begin setting up a code app', body: passwordBody, response: { 200: begun } } },
    async (request) => {
      await confirmed(request, request.body);
      const { user, sessionId: session } = request.staff;
      const ticket = await createTicket(database, {
        purpose: 'new app',
        user: await findUser(database, user.id),
        challenge: null,
        remember: false,
        seconds: setupSeconds,
      });
      // A Bengali name would make the QR code too dense for a phone's camera.
      const issuer = new URL(settings.publicUrl).hostname;
      return { data: newSetup(settings, { user, session, ticket, issuer }) };
    },
  );

  calling.put(
    calls.codeApp,
    { schema: { summary: 'Confirm a code app', body: appBody, response: { 200: doneWithCodes } } },
    async (request) => {
      const { setup, code } = request.body;
      const { user, sessionId } = request.staff;
      const begun = readSetup(settings, setup, user.id, sessionId);
      const ticket = begun && (await findTicket(database, begun.ticket, ['new app']));
      if (!ticket) throw new HttpError(410, tookTooLong);
      const step = findTimeStep(begun.secret, code);
      if (step === null) throw invalid({ code: ['This is not the code that the app shows now. Is its clock right?'] });
      const added = await change(database, request, ['add-app', 'second factor added'], async (transaction, id) => {
        // Of two concurrent uses, the second finds no ticket.
        if (!(await lockTicket(transaction, ticket.id))) return null;
        await setApp(transaction, settings, id, begun.secret, step);
        return { recovery_codes: await updateFactors(transaction, id) };
      });
      if (!added) throw new HttpError(410, tookTooLong);
      return { data: added, message: 'The app is set up' };
    },
  );

  calling.post(
    calls.codeAppRemove,
    { schema: { summary: 'Remove the code app', body: passwordBody, response: { 200: emptyResponse } } },
    async (request) => {
      await confirmed(request, request.body);
      const removed = await change(
        database,
        request,
        ['remove-app', 'second factor removed'],
        async (transaction, id) => {
          if (!(await deleteApp(transaction, id))) return null;
          await updateFactors(transaction, id);
          return true;
        },
      );
      if (!removed) throw notFound('There is no app any more.');
      return { data: {}, message: 'The app is removed' };
    },
  );
}

function passkeyRoutes(scope: FastifyInstance, { database, settings }: AppContext, confirmed: Confirmed): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const begun = z.object({ data: newPasskeySchema });
  calling.post(
    calls.passkeyBegin,
    { schema: { summary: 'Begin adding a passkey', body: passwordBody, response: { 200: begun } } },
    async (request) => {
      await confirmed(request, request.body);
      const { id } = request.staff.user;
      const passkeys = await passkeysOf(database, id);
      if (passkeys.length >= mostPasskeys) throw invalid({ current_password: [tooMany] });
      const user = await findUser(database, id);
      if (!user || !allowsPasskeys(settings)) throw new HttpError(409, 'This site’s address allows no passkeys.');
      const { name: siteName } = await siteSettings(database);
      const passkey = await creationOptions(settings, { siteName, user, handle: handleOf(id), existing: passkeys });
      const { challenge } = passkey;
      const ticket = await createTicket(database, { purpose: 'new passkey', user, challenge, remember: false });
      return { data: { ticket, passkey } };
    },
  );

  calling.post(
    calls.passkeys,
    { schema: { summary: 'Add a passkey', body: passkeyBody, response: { 200: doneWithCodes } } },
    async (request) => {
      const { ticket: token, name, passkey: made } = request.body;
      const ticket = await findTicket(database, token, ['new passkey']);
      if (ticket?.userId !== request.staff.user.id) throw new HttpError(410, tookTooLong);
      await endTicket(database, ticket.id);
      const passkey = await verifyRegistration(settings, made, (challenge) => isChallengeOf(ticket, challenge));
      if (!passkey) throw invalid({ passkey: ['This passkey was not made for this site. Begin again.'] });
      const added = await change(database, request, ['add-passkey', 'second factor added'], async (transaction, id) => {
        if ((await passkeysOf(transaction, id)).length >= mostPasskeys) return null;
        await addPasskey(transaction, id, { ...passkey, name });
        return { recovery_codes: await updateFactors(transaction, id) };
      }).catch(refuseKnown);
      if (!added) throw invalid({ passkey: [tooMany] });
      return { data: added, message: 'The passkey is added' };
    },
  );

  calling.post(
    calls.passkeyRemove,
    { schema: { summary: 'Remove a passkey', body: passwordBody, response: { 200: emptyResponse } } },
    async (request) => {
      await confirmed(request, request.body);
      const passkey = idOf(request);
      const removed = await change(
        database,
        request,
        ['remove-passkey', 'second factor removed'],
        async (transaction, id) => {
          const name = await deletePasskey(transaction, id, passkey);
          if (name !== null) await updateFactors(transaction, id);
          return name;
        },
      );
      if (removed === null) throw notFound('This passkey is already removed.');
      return { data: {}, message: 'The passkey is removed' };
    },
  );

  /** A stable opaque id of the account for authenticators. */
  function handleOf(id: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(createHmac('sha256', settings.secret).update(`passkeys of ${id}`).digest());
  }
}

const tookTooLong = 'This took too long. Begin again.';
const tooMany = `An account has at most ${mostPasskeys} passkeys. Remove one first.`;

function refuseKnown(error: unknown): never {
  if (isUniqueViolation(error)) throw invalid({ passkey: ['This passkey is already in use here.'] });
  throw error;
}

/** Changes the user's own second factor, notifies the user and audits it; null if `make` changed nothing. */
async function change<T>(
  database: Database,
  request: FastifyRequest,
  [action, notice]: [string, Notice],
  apply: (transaction: Database, userId: number) => Promise<T | null>,
): Promise<T | null> {
  const { user } = request.staff;
  const made = await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, user.id);
    const result = await apply(transaction, user.id);
    if (result === null) return null;
    // Pending sign-ins have to start again with the new factors.
    await endTickets(transaction, user.id);
    await notifyOwner(transaction, user, notice, senderOf(request));
    if (notice !== 'recovery codes made')
      await notifyOwners(transaction, actorOf(request), 'factor changed', user.email, user.id);
    const recorded = { action, kind: 'second-factor', recordId: user.id, before: null, after: null };
    await recordChange(transaction, actorOf(request), recorded);
    return result;
  });
  if (made !== null) logSecurity(request, 'second_factor_changed', { user: user.id, what: action });
  return made;
}
