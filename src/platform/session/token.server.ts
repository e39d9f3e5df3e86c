import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { programPrefix } from '../metrics/redact-path.server.ts';

/** 32 random bytes as 43 characters; only their hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for 256 random bits, which can't be guessed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function isProgramToken(token: string): boolean {
  return token.length > 43 && token.startsWith(programPrefix);
}

/** The token of `Authorization: Bearer <token>`; null without a header, with more than one, or for another scheme. */
export function bearerOf({ headers, raw }: FastifyRequest): string | null {
  const matches = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  if (matches.length !== 1) return null;
  return /^Bearer ((?:prg_)?[A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? null;
}
