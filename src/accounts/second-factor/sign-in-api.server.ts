import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { networksAround } from '#server/http/networks.server.ts';
import type { Limit } from '#server/limits.server.ts';
import { refuseForeignPages } from '#server/session/foreign-pages.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import { bearerOf } from '#server/session/token.server.ts';
import { senderOf } from '../device.server.ts';
import { limitNetwork, refuseLimited } from '../rate-limit.server.ts';
import { signedInOnWire } from '../schema.ts';
import { KnownDevices } from '../sign-in/known-device.server.ts';
import { answerSignedIn } from '../sign-in/signed-in.server.ts';
import { requestOptions } from './passkeys.server.ts';
import { passkeySignInOnWire } from './schema.ts';
import { takeSecondStep } from './sign-in.server.ts';
import { makeTicket } from './tickets.server.ts';
import { signedByPasskey, ticketField } from './wire-bodies.server.ts';

const body = z
  .object({
    ticket: ticketField,
    /** A code of the app, or a recovery code. */
    code: z.string({ error: 'Enter the code.' }).max(100).nullish(),
    passkey: signedByPasskey.nullish(),
    /** Only for a passkey without a password. */
    remember: z.boolean({ error: 'Send true or false.' }).nullish(),
  })
  .refine(({ code, passkey }) => Boolean(code) !== Boolean(passkey), { path: ['code'], error: 'Enter the code.' });

/** Passkey challenges per network. */
const asked: Limit = { most: 20, seconds: 60 };

export function secondStepApi(foundations: Foundations): void {
  const { database, settings } = foundations;
  const calling = foundations.http.withTypeProvider<ZodTypeProvider>();
  const onRequest = refuseForeignPages(foundations);
  const devices = new KnownDevices(settings);

  calling.post(
    calls.loginPasskey,
    { schema: { summary: 'Begin signing in with a passkey', response: { 200: passkeySignInOnWire } }, onRequest },
    async (request) => {
      await limitNetwork(foundations, request, 'passkey-challenge', asked);
      const passkey = requestOptions(settings, null);
      const { challenge } = passkey;
      const ticket = await makeTicket(database, { purpose: 'passkey alone', user: null, challenge, remember: false });
      return { data: { ticket, passkey } };
    },
  );

  calling.post(
    calls.loginSecondStep,
    { schema: { summary: 'Finish signing in', body, response: { 200: signedInOnWire } }, onRequest },
    async (request, reply) => {
      const { ticket, code, passkey, remember } = request.body;
      const known = devices.of(request);
      const result = await takeSecondStep(
        { database, settings },
        {
          ...senderOf(request),
          networks: networksAround(request.ip),
          oldToken: bearerOf(request),
          devices: known,
          ticket,
          proof: passkey ? { passkey } : { code: code ?? '' },
          remember: remember ?? false,
        },
      );
      if (result.is === 'limited') refuseLimited(request, `second step of ${result.limit}`, result.seconds);
      if (result.is === 'ended') throw new Refusal(410, 'This took too long, or too many attempts. Sign in again.');
      if (result.is === 'wrong') return refuseWrong(request, reply, result, passkey ? 'passkey' : 'code');
      return answerSignedIn(request, reply, result, { devices, known });
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
