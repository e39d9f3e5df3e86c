import { z } from 'zod';
import { latinDigits } from '#api/text.ts';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, deletedSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, calls } from '#paths.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { endSessions, isMissingSecondFactor, type StaffRequest } from '#platform/session/sessions.server.ts';
import { findUser, lockUser, senderOf } from '../data.server.ts';
import { nameSchema } from '../fields.server.ts';
import { type Notice, notifyOwner, notifyOwners } from '../notice-mail.server.ts';
import { proofBody, verifyProof } from '../proof.server.ts';
import {
  newAppSchema,
  newPasskeySchema,
  recoveryCodesSchema,
  secondFactorLimits,
  secondFactorSchema,
} from '../schema.ts';
import {
  countRecoveryCodes,
  createRecoveryCodes,
  deleteApp,
  findApp,
  findTimeStep,
  hasSecondFactor,
  newSetup,
  readSetup,
  removeSecondFactor,
  setApp,
  setupSeconds,
  updateFactors,
} from './factors.server.ts';
import {
  addPasskey,
  allowsPasskeys,
  creationOptions,
  deletePasskey,
  passkeysOf,
  registrationResponse,
  ticketField,
  verifyRegistration,
} from './passkeys.server.ts';
import { createTicket, endTicket, endTickets, findTicket, lockTicket } from './tickets.server.ts';

const { passkeys: maxPasskeys } = secondFactorLimits;

const appBody = z.object({
  setup: z.string({ error: 'Begin again.' }).max(1_000),
  code: z
    .string({ error: 'Enter the code that the app shows.' })
    .transform((code) => latinDigits(code).replace(/[\s-]/g, ''))
    .refine((code) => /^\d{6}$/.test(code), { error: 'Enter the six digits that the app shows.' }),
});

const passkeyBody = z.object({
  ticket: ticketField,
  name: nameSchema(t('Name this passkey.'), secondFactorLimits.passkeyName),
  passkey: registrationResponse,
});

const emptyResponse = writtenSchema(z.object({}));
const doneWithCodes = writtenSchema(recoveryCodesSchema);

/** The user's own second factor: app, passkeys and recovery codes. Every change needs a proof of the identity. */
export function ownSecondFactorApi(context: AppContext, scope: StaffScope): void {
  const { database, settings } = context;
  scope.get(
    calls.accountSecondFactor,
    { schema: { summary: 'Get own second factor', response: { 200: dataSchema(secondFactorSchema) } } },
    async ({ staff: { user } }) => {
      const isOn = await hasSecondFactor(database, user.id);
      const data = {
        app_since: (await findApp(database, user.id))?.created_at ?? null,
        passkeys: await passkeysOf(database, user.id),
        recovery_codes_left: await countRecoveryCodes(database, user.id),
        passkeys_possible: allowsPasskeys(settings),
        is_missing: isMissingSecondFactor(settings, { user, hasSecondFactor: isOn }),
      };
      return { data };
    },
  );
  const post: ConfirmedPost = (path, summary, answer, act) =>
    scope.post<{ Body: z.infer<typeof proofBody> }>(
      path,
      { schema: { summary, body: proofBody, response: { 200: answer } } },
      async (request) => {
        await verifyProof(context, request, request.body);
        return act(request);
      },
    );
  post(calls.recoveryCodes, 'Make recovery codes', doneWithCodes, (request) =>
    change(
      database,
      request,
      'make',
      t('New recovery codes. The ones before no longer work.'),
      async (transaction, id) => {
        if (await hasSecondFactor(transaction, id)) return createRecoveryCodes(transaction, id);
        throw invalid({ current_password: ['Set up an app or a passkey first.'] });
      },
    ),
  );
  appRoutes(context, scope, post);
  passkeyRoutes(context, scope, post);
}

/** Registers a route that asks for a proof first: the password, or the second factor where there is one. */
type ConfirmedPost = (
  path: string,
  summary: string,
  answer: z.core.$ZodType,
  act: (request: StaffRequest) => Promise<object>,
) => void;

function appRoutes({ database, settings }: AppContext, scope: StaffScope, post: ConfirmedPost): void {
  post(calls.codeApp, 'Begin setting up a code app', dataSchema(newAppSchema), async (request) => {
    const { user: own, sessionId } = request.staff;
    const user = await findUser(database, own.id);
    const ticket = await createTicket(database, { purpose: 'new app', user, seconds: setupSeconds });
    // A Bengali name would make the QR code too dense for a phone's camera.
    const issuer = new URL(settings.publicUrl).hostname;
    return { data: newSetup(settings, { user: own, session: sessionId, ticket, issuer }) };
  });

  scope.put(
    calls.codeApp,
    { schema: { summary: 'Confirm a code app', body: appBody, response: { 200: doneWithCodes } } },
    async (request) => {
      const { setup, code } = request.body;
      const { user, sessionId } = request.staff;
      const begun = readSetup(settings, setup, user.id, sessionId);
      const ticket = begun && (await findTicket(database, begun.ticket, ['new app']));
      if (!ticket) throw new HttpError(410, lateMessage);
      const step = findTimeStep(begun.secret, code);
      if (step === null) throw invalid({ code: ['This is not the code that the app shows now. Is its clock right?'] });
      return change(database, request, 'add-app', t('The app is set up'), async (transaction, id) => {
        // Of two concurrent uses, the second finds no ticket.
        if (!(await lockTicket(transaction, ticket.id))) throw new HttpError(410, lateMessage);
        await setApp(transaction, settings, id, begun.secret, step);
        return updateFactors(transaction, id);
      });
    },
  );

  post(calls.codeAppRemove, 'Remove the code app', emptyResponse, (request) =>
    change(database, request, 'remove-app', t('The app is removed'), async (transaction, id) => {
      if (await deleteApp(transaction, id)) return updateFactors(transaction, id);
      throw notFound('There is no app any more.');
    }),
  );
}

function passkeyRoutes({ database, settings }: AppContext, scope: StaffScope, post: ConfirmedPost): void {
  post(calls.passkeyBegin, 'Begin adding a passkey', dataSchema(newPasskeySchema), async (request) => {
    const { id } = request.staff.user;
    const passkeys = await passkeysOf(database, id);
    if (passkeys.length >= maxPasskeys) throw invalid({ current_password: [tooMany()] });
    const user = await findUser(database, id);
    if (!user || !allowsPasskeys(settings)) throw new HttpError(409, 'This site’s address allows no passkeys.');
    const passkey = creationOptions(settings, (await siteSettings(database)).name, user, passkeys);
    const { challenge } = passkey;
    return { data: { ticket: await createTicket(database, { purpose: 'new passkey', user, challenge }), passkey } };
  });

  scope.post(
    calls.passkeys,
    { schema: { summary: 'Add a passkey', body: passkeyBody, response: { 200: doneWithCodes } } },
    async (request) => {
      const { ticket: token, name, passkey: made } = request.body;
      const ticket = await findTicket(database, token, ['new passkey']);
      if (ticket?.user_id !== request.staff.user.id) throw new HttpError(410, lateMessage);
      await endTicket(database, ticket.id);
      const passkey = await verifyRegistration(settings, ticket, made);
      if (!passkey) throw invalid({ passkey: ['This passkey was not made for this site. Begin again.'] });
      return change(database, request, 'add-passkey', t('The passkey is added'), async (transaction, user_id) => {
        if ((await passkeysOf(transaction, user_id)).length >= maxPasskeys) throw invalid({ passkey: [tooMany()] });
        await addPasskey(transaction, { ...passkey, user_id, name });
        return updateFactors(transaction, user_id);
      }).catch((error: unknown) => {
        if (isUniqueViolation(error)) throw invalid({ passkey: ['This passkey is already in use here.'] });
        throw error;
      });
    },
  );

  post(calls.passkeyRemove, 'Remove a passkey', emptyResponse, (request) =>
    change(database, request, 'remove-passkey', t('The passkey is removed'), async (transaction, id) => {
      if (await deletePasskey(transaction, id, idOf(request))) return updateFactors(transaction, id);
      throw notFound('This passkey is already removed.');
    }),
  );
}

const lateMessage = 'This took too long. Begin again.';
const tooMany = () => t`An account has at most ${maxPasskeys} passkeys. Remove one first.`;

const notices = {
  make: 'recovery codes made',
  'add-app': 'second factor added',
  'remove-app': 'second factor removed',
  'add-passkey': 'second factor added',
  'remove-passkey': 'second factor removed',
} satisfies { [action: string]: Notice };

/** Changes the user's own second factor, notifies the user and audits it. `apply` returns new recovery codes, if any. */
async function change(
  database: Database,
  request: StaffRequest,
  action: keyof typeof notices,
  message: string,
  apply: (transaction: Database, userId: number) => Promise<string[] | null>,
) {
  const { user } = request.staff;
  const recovery_codes = await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, user.id);
    const codes = await apply(transaction, user.id);
    // Pending sign-ins have to start again with the new factors.
    await endTickets(transaction, user.id);
    await notifyOwner(transaction, user, notices[action], senderOf(request));
    if (action !== 'make') await notifyOwners(transaction, actorOf(request), 'factor changed', user.email, user.id);
    await recordChange(transaction, actorOf(request), { action, kind: 'second-factor', recordId: user.id });
    return codes;
  });
  logSecurity(request, 'second_factor_changed', { user: user.id, what: action });
  return { data: { recovery_codes }, message };
}

/** For a colleague who lost the device: removes the second factor and ends all sessions. */
export function removeSecondFactorApi({ database }: AppContext, scope: StaffScope): void {
  scope.delete(
    adminCalls.userSecondFactor,
    { config: { confirm: true }, schema: { summary: 'Take off a second factor', response: { 200: deletedSchema } } },
    async (request) => {
      const { user: own } = request.staff;
      const id = idOf(request);
      if (id === own.id) throw invalid({ id: ['Remove your own second factor in your profile.'] });
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
