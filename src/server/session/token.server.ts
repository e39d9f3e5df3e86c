import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** A secret that only its owner has; the database keeps its hash. 32 random bytes as 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: nobody can guess 256 random bits, so there is nothing to slow down. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The token of `Authorization: Bearer <token>`; null for no header, more than one, or any other form. */
export function bearerOf({ headers, raw }: FastifyRequest): string | null {
  const given = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (given.length !== 1) return null;
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? null;
}
