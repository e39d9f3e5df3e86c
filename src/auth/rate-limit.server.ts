import type { FastifyRequest } from 'fastify';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { HttpError } from '#platform/errors.server.ts';
import { countNetworks, type Limit } from '#platform/http/limits/rate-limits.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { networksAround } from '#platform/networks.server.ts';

/** Attempts per network or per known browser, right or wrong. */
export const attempts: Limit = { most: 10, seconds: 60 };

/** Counts a request for its network and rejects it with 429 above the limit. */
export async function limitNetwork(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  request: FastifyRequest,
  name: string,
  limit = attempts,
): Promise<void> {
  assertNotLimited(request, name, await countNetworks(database, settings, name, networksAround(request.ip), limit));
}

/** Rejects with 429 if the limit asks to wait this many seconds; 0 passes. */
export function assertNotLimited(request: FastifyRequest, limit: string, seconds: number): void {
  if (seconds === 0) return;
  logSecurity(request, 'limited', { limit, seconds });
  throw new HttpError(429, t`Too many attempts. Try again in ${inWords(seconds)}.`, { retryAfter: seconds });
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? t('1 second') : t`${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? t('1 minute') : t`${minutes} minutes`;
}
