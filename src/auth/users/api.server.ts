import { z } from 'zod';
import { pageSchema } from '#api/records.ts';
import { statusField } from '#api/shapes.ts';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import {
  conflictAnswer,
  conflictSchema,
  dataSchema,
  deletedSchema,
  messageSchema,
  searchQuery,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { keptParameters, readListQuery } from '#cms/collections/listed-table.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { adminCalls } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { assertConfirmed } from '#platform/session/guard.server.ts';
import { listSessions, senderOf } from '../data.server.ts';
import { emailField, nameField, roleField } from '../fields.server.ts';
import { sendInvitation } from '../invitation.server.ts';
import { invitedUserSchema, languages, sessionsSchema, userSchema } from '../schema.ts';
import {
  changesAccess,
  changeUser,
  endSessionOfUser,
  findAnyUser,
  inviteUser,
  pageOfUsers,
  removeUser,
} from './data.server.ts';

const fields = {
  name: nameField,
  email: emailField,
  role: roleField,
};

const invitation = z.object({
  ...fields,
  language: z.enum(languages, { error: 'Choose en or bn.' }).optional(),
});
/** Missing fields stay unchanged. */
const change = z
  .object({ ...fields, status: statusField })
  .partial()
  .extend({ updated_at: z.string({ error: 'Send the time as it was read.' }).nullish() });

const userResponse = writtenSchema(userSchema);
const staleMessage = 'Somebody else changed this user after you opened it. Nothing was saved.';

export function usersApi(context: AppContext, scope: StaffScope): void {
  listRoutes(scope, context);
  inviteRoutes(scope, context);
  changeRoutes(scope, context);
  sessionRoutes(scope, context);
}

function listRoutes(scope: StaffScope, { database }: AppContext): void {
  scope.get(
    adminCalls.users,
    {
      schema: {
        summary: 'List {many}',
        querystring: searchQuery,
        response: { 200: pageSchema(userSchema) },
      },
    },
    async ({ query }) => {
      const page = await pageOfUsers(database, readListQuery(query));
      return pageToWire(page, adminCalls.users, keptParameters(query));
    },
  );

  scope.get(
    adminCalls.user,
    { schema: { summary: 'Get a user', response: { 200: dataSchema(userSchema) } } },
    async (request) => ({ data: await findAnyUser(database, idOf(request)) }),
  );
}

function inviteRoutes(scope: StaffScope, { database, settings }: AppContext): void {
  scope.post(
    adminCalls.users,
    {
      config: { confirm: true },
      schema: {
        summary: 'Invite a user',
        body: invitation,
        response: { 201: invitedUserSchema },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const answer = await database.transaction().execute(async (transaction) => {
        const id = await inviteUser(transaction, actor, { ...request.body, status: 1 });
        return invitationResponse(transaction, sendInvitation(transaction, settings, id, request.staff.user.name));
      });
      logSecurity(request, 'user_invited', { user: request.staff.user.id, invited: answer.data.id });
      reply.code(201);
      return { ...answer, message: 'User invited successfully' };
    },
  );

  scope.post(
    adminCalls.userInvite,
    {
      config: { confirm: true },
      schema: { summary: 'Invite a user again', response: { 200: invitedUserSchema, 409: messageSchema } },
    },
    async (request) => {
      const id = idOf(request);
      const actor = actorOf(request);
      const answer = await database.transaction().execute(async (transaction) => {
        const delivery = sendInvitation(transaction, settings, id, request.staff.user.name);
        const invited = await invitationResponse(transaction, delivery);
        await recordChange(transaction, actor, { action: 'invite-again', kind: 'accounts', recordId: id });
        return invited;
      });
      logSecurity(request, 'user_invited', { user: request.staff.user.id, invited: id });
      return { ...answer, message: 'A new link was made; the one before works no more' };
    },
  );

  async function invitationResponse(transaction: typeof database, delivery: ReturnType<typeof sendInvitation>) {
    const { userId, link, mailed } = await delivery;
    const data = await findAnyUser(transaction, userId);
    // An owner's link goes to the mailbox only, if that can be reached.
    return { data, invitation_link: mailed && data.role === 'owner' ? null : link, mailed };
  }
}

function changeRoutes(scope: StaffScope, { database }: AppContext): void {
  scope.put(
    adminCalls.user,
    {
      schema: {
        summary: 'Update a user',
        body: change,
        response: { 200: userResponse, 409: conflictSchema(userSchema) },
      },
    },
    async (request, reply) => {
      const id = idOf(request);
      const { updated_at: seen = null, ...change } = request.body;
      if (changesAccess(await findAnyUser(database, id), change)) await assertConfirmed(database, request);
      const sender = senderOf(request);
      const ended = await database
        .transaction()
        .execute((transaction) => changeUser(transaction, actorOf(request), id, { change, seen, sender }));
      const data = await findAnyUser(database, id);
      if (ended === null)
        return reply
          .code(409)
          .send({ ...(await conflictAnswer(database, 'accounts', id, { record: data })), message: staleMessage });
      if (ended.length > 0)
        logSecurity(request, 'sessions_ended', { user: id, sessions: ended, reason: 'deactivated' });
      return { data, message: 'User updated successfully' };
    },
  );

  scope.delete(
    adminCalls.user,
    {
      config: { confirm: true },
      schema: { summary: 'Remove a user', response: { 200: deletedSchema, 409: messageSchema } },
    },
    async (request) => {
      const id = idOf(request);
      await removeUser(database, actorOf(request), id);
      return { data: { id }, message: 'User Deleted successfully' };
    },
  );
}

function sessionRoutes(scope: StaffScope, { database }: AppContext): void {
  scope.get(
    adminCalls.userSessions,
    { schema: { summary: 'List sessions of a user', response: { 200: sessionsSchema } } },
    async (request) => {
      const { id } = await findAnyUser(database, idOf(request));
      return { data: await listSessions(database, id, request.staff.sessionId) };
    },
  );

  scope.delete<{ Params: { session: string } }>(
    adminCalls.userSession,
    { config: { confirm: true }, schema: { summary: 'End a session of a user', response: { 200: deletedSchema } } },
    async (request) => {
      const id = idOf(request);
      const session = readId(request.params.session);
      if (!(await endSessionOfUser(database, actorOf(request), { id, session }))) {
        throw notFound('This session has already ended.');
      }
      logSecurity(request, 'sessions_ended', { user: id, sessions: [session], reason: 'by an owner' });
      return { data: { id: session }, message: 'Signed out on that device' };
    },
  );
}
