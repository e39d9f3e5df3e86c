import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { Limit } from '#platform/http/limits.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { networksAround } from '#platform/networks.server.ts';
import { refuseForeignPages } from '#platform/session/foreign-pages.server.ts';
import { bearerOf } from '#platform/session/token.server.ts';
import { senderOf } from '../device.server.ts';
import { limitNetwork, refuseLimited } from '../rate-limit.server.ts';
import { signedInSchema } from '../schema.ts';
import { KnownDevices } from '../sign-in/known-device.server.ts';
import { answerSignedIn } from '../sign-in/signed-in.server.ts';
import { requestOptions } from './passkeys.server.ts';
import { passkeySignInSchema } from './schema.ts';
import { verifySecondFactor } from './sign-in.server.ts';
import { createTicket } from './tickets.server.ts';
import { authenticationResponse, ticketField } from './webauthn-schemas.server.ts';

const body = z
  .object({
    ticket: ticketField,
    /** A code of the app, or a recovery code. */
    code: z.string({ error: 'Enter the code.' }).max(100).nullish(),
    passkey: authenticationResponse.nullish(),
    /** Only for a passkey without a password. */
    remember: z.boolean({ error: 'Send true or false.' }).nullish(),
  })
  .refine(({ code, passkey }) => Boolean(code) !== Boolean(passkey), { path: ['code'], error: 'Enter the code.' });

/** Passkey challenges per network. */
const challengeLimit: Limit = { most: 20, seconds: 60 };

export function secondStepApi(context: AppContext): void {
  const { database, settings, http } = context;
  const onRequest = refuseForeignPages(context);
  const devices = new KnownDevices(settings);

  http.post(
    calls.loginPasskey,
    { schema: { summary: 'Begin signing in with a passkey', response: { 200: passkeySignInSchema } }, onRequest },
    async (request) => {
      await limitNetwork(context, request, 'passkey-challenge', challengeLimit);
      const passkey = requestOptions(settings, null);
      const { challenge } = passkey;
      const ticket = await createTicket(database, { purpose: 'passkey alone', user: null, challenge });
      return { data: { ticket, passkey } };
    },
  );

  http.post(
    calls.loginSecondStep,
    { schema: { summary: 'Finish signing in', body, response: { 200: signedInSchema } }, onRequest },
    async (request, reply) => {
      const { ticket, code, passkey, remember } = request.body;
      const knownDevices = devices.of(request);
      const result = await verifySecondFactor(
        { database, settings },
        {
          ...senderOf(request),
          networks: networksAround(request.ip),
          oldToken: bearerOf(request),
          devices: knownDevices,
          ticket,
          code: code ?? '',
          passkey,
          remember: remember ?? false,
        },
      );
      if (result.is === 'limited') refuseLimited(request, `second step of ${result.limit}`, result.seconds);
      if (result.is === 'ended') throw new HttpError(410, 'This took too long, or too many attempts. Sign in again.');
      if (result.is === 'wrong') return refuseWrong(request, reply, result, passkey ? 'passkey' : 'code');
      return answerSignedIn(request, reply, result, { devices, known: knownDevices });
    },
  );
}

const wrong = {
  code: 'This code is not right, or was used before.',
  passkey: 'This passkey does not belong to an account here.',
};

/** Like a wrong password: the message is a list of one. */
function refuseWrong(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, counter }: { userId: number | null; counter?: true },
  proof: keyof typeof wrong,
): FastifyReply {
  if (counter) logSecurity(request, 'passkey_refused', { user: userId, reason: 'its count went back' });
  logSecurity(request, 'second_step_failed', { user: userId, proof });
  return reply
    .code(401)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: [wrong[proof]] }));
}
