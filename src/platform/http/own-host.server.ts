import type { FastifyRequest } from 'fastify';
import { health } from '#paths.ts';
import { HttpError } from '../errors.server.ts';

/** Health checks and Prometheus address instances by IP. */
const askedByAddress = new Set<string>([health.live, health.ready, health.metrics]);

export function isOwnHost(hosts: ReadonlySet<string> | null, host: string | undefined): boolean {
  return hosts === null || hosts.has((host ?? '').replace(/\.?(?::\d+)?$/, '').toLowerCase());
}

/** @throws {HttpError} 421 for an unknown host */
export function assertOwnHost(hosts: ReadonlySet<string> | null, request: FastifyRequest): void {
  // `request.host` respects X-Forwarded-Host of a trusted proxy.
  if (isOwnHost(hosts, request.host) || askedByAddress.has(request.routeOptions.url ?? '')) return;
  throw new HttpError(421, 'এই সার্ভার অন্য একটি ঠিকানার। ঠিকানাটি দেখে আবার চেষ্টা করুন।', {
    english: 'This server does not answer for that host. Use the address of the site (PUBLIC_URL).',
  });
}
