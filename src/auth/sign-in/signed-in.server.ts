import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { toPictureFields } from '#api/picture.ts';
import { languageInCookie } from '#i18n/locale.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import type { User } from '../data.server.ts';
import type { signedInSchema, signedInUser } from '../schema.ts';
import type { KnownDevices } from './known-device.server.ts';
import type { SignedIn } from './sign-in.server.ts';

export function signedInUserOf({
  id,
  name,
  email,
  picture,
  role,
  language,
  madePasswordEndsAt,
}: User): z.infer<typeof signedInUser> {
  const { image } = toPictureFields(picture);
  return {
    id,
    name,
    email,
    image,
    role,
    language: language ?? 'en',
    ...(madePasswordEndsAt && { must_change_password: true }),
  };
}

/**
 * Responds to a successful sign-in of any kind and marks the browser as known. Who has no language yet gets the one that
 * was chosen on the sign-in page.
 */
export async function answerSignedIn(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, token, sessionId, ended }: SignedIn,
  devices: KnownDevices,
): Promise<z.infer<typeof signedInSchema>> {
  const { id } = user;
  const language = user.language ?? languageInCookie(request);
  if (language !== user.language) await database.updateTable('users').set({ language }).where('id', '=', id).execute();
  logSecurity(request, 'login_ok', { user: id, session: sessionId });
  if (ended.length > 0) logSecurity(request, 'sessions_ended', { user: id, sessions: ended, reason: 'too many' });
  devices.remember(request, reply, id);
  return { token, user: signedInUserOf({ ...user, language }) };
}
