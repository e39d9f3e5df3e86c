import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { isTaken } from '#server/database/dialect.server.ts';
import { invalid, notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { imageBodyLimit, readImageField } from '#server/pictures/data-url.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { guardScope } from '#server/session/guard.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import { sessionsOf } from '#server/session/sessions.server.ts';
import { pictureToWire } from '#wire/picture.ts';
import { findUser, type User } from '../data.server.ts';
import { emailField, nameField } from '../fields.server.ts';
import type { HashQueue } from '../hash-queue.server.ts';
import { accountOnWire, sessionOnWire, writtenOnWire } from '../schema.ts';
import { endOwnSession, updateAccount } from './data.server.ts';
import { deviceOf } from './device.ts';
import { passwordRoute } from './password.server.ts';

const accountBody = z.object({
  name: nameField,
  email: emailField,
  image: z.unknown().optional(),
  updated_at: z.string({ error: 'Send the time as it was read.' }).nullish(),
});

const written = writtenOnWire(accountOnWire);

/** The own account: name, address and picture, password, and where it is signed in. */
export function profileApi(foundations: Foundations, hashes: HashQueue): void {
  foundations.http.register(async (scope) => {
    guardScope(scope, foundations);
    accountRoutes(scope, foundations);
    passwordRoute(scope, foundations, hashes);
    sessionRoutes(scope, foundations);
  });
}

function accountRoutes(scope: FastifyInstance, { database, pictures }: Foundations): void {
  scope.get(calls.account, { schema: { response: { 200: z.object({ data: accountOnWire }) } } }, async ({ staff }) => {
    const user = await findUser(database, staff.user.id);
    if (!user) throw notFound('This account was closed.');
    return { data: accountToWire(user) };
  });

  scope
    .withTypeProvider<ZodTypeProvider>()
    .put(
      calls.account,
      { schema: { body: accountBody, response: { 200: written, 409: written } }, bodyLimit: imageBodyLimit },
      async (request, reply) => {
        const { name, email, image, updated_at: seen } = request.body;
        const picture = readImageField(image, request.staff.user.image);
        // Before the transaction: decoding takes longer than a write may wait.
        const change = picture === 'keep' ? {} : { pictureKey: (await pictures.add(picture)).key };
        const { is, user } = await updateAccount(
          database,
          actorOf(request),
          { name, email, ...change },
          seen ?? null,
        ).catch(refuseTaken);
        const data = accountToWire(user);
        if (is === 'written') return { data, message: 'Profile updated successfully' };
        reply.code(409);
        return { data, message: 'Your profile was changed in another window. Load it again, or keep your text.' };
      },
    );
}

function sessionRoutes(scope: FastifyInstance, { database }: Foundations): void {
  const list = z.object({ data: z.array(sessionOnWire) });
  scope.get(calls.accountSessions, { schema: { response: { 200: list } } }, async ({ staff }) => {
    const sessions = await sessionsOf(database, staff.user.id);
    return {
      data: sessions.map(({ user_agent, ...session }) => ({
        ...session,
        device: deviceOf(user_agent),
        current: session.id === staff.sessionId,
      })),
    };
  });

  const ended = writtenOnWire(z.object({ id: z.int() }));
  scope.delete<{ Params: { id: string } }>(
    calls.accountSession,
    { schema: { response: { 200: ended } } },
    async (request) => {
      const id = idOf(request);
      if (!(await endOwnSession(database, actorOf(request), id))) throw notFound('This session has already ended.');
      logSecurity(request, 'sessions_ended', { user: request.staff.user.id, sessions: [id], reason: 'by its user' });
      return { data: { id }, message: 'Signed out on that device' };
    },
  );
}

function accountToWire(user: User): z.infer<typeof accountOnWire> {
  const { id, name, email, role, picture, createdAt, updatedAt } = user;
  return { id, name, email, role, ...pictureToWire(picture), created_at: createdAt, updated_at: updatedAt };
}

function refuseTaken(error: unknown): never {
  if (isTaken(error)) throw invalid({ email: ['Another account has this address. Enter another one.'] });
  throw error;
}
