import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { toPictureFields } from '#api/picture.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import type { User } from '../data.server.ts';
import type { signedInSchema, signedInUser } from '../schema.ts';
import type { KnownDevice, KnownDevices } from './known-device.server.ts';
import type { SignedIn } from './sign-in.server.ts';

export function signedInUserOf(user: User): z.infer<typeof signedInUser> {
  const { id, name, email, picture, role, madePasswordEndsAt } = user;
  const { image } = toPictureFields(picture);
  return { id, name, email, image, role, ...(madePasswordEndsAt && { must_change_password: true }) };
}

/** Responds to a successful sign-in of any kind and marks the browser as known. */
export function answerSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { user, token, sessionId, ended }: SignedIn,
  { devices, known }: { devices: KnownDevices; known: KnownDevice[] },
): z.infer<typeof signedInSchema> {
  const { id } = user;
  logSecurity(request, 'login_ok', { user: id, session: sessionId });
  if (ended.length > 0) logSecurity(request, 'sessions_ended', { user: id, sessions: ended, reason: 'too many' });
  devices.remember(reply, id, known);
  return { token, user: signedInUserOf(user) };
}
