import { createHmac } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Generated, Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { newToken } from '#platform/session/sessions.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import type { User } from '../data.server.ts';
import { isChallengeOf, type Ticket } from './tickets.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    passkeys: PasskeysTable;
  }
}

interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  /** The credential id of WebAuthn, base64url like the public key. */
  credential_id: string;
  public_key: string;
  /** The signature counter of the authenticator. PostgreSQL returns it as text, because it is a bigint. */
  counter: number | string;
  /** Comma-separated. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: Generated<string | null>;
}

type Passkey = Selectable<PasskeysTable>;
type NewPasskey = Pick<Insertable<PasskeysTable>, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

type Site = Pick<Settings, 'publicUrl'>;

/** In milliseconds, the lifetime of the ticket. */
const timeout = 300_000;

/** EdDSA, ES256 and RS256; Node supports newer ones only experimentally. */
const algorithms = [-8, -7, -257];

/** Browsers allow passkeys for a domain name over TLS, and for localhost without. */
export function allowsPasskeys(site: Site): boolean {
  const { protocol, hostname } = new URL(site.publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return !isAddress && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

/** Options for `navigator.credentials.create`. */
export function creationOptions(site: Site & Keys, siteName: string, { id, name, email }: User, existing: Passkey[]) {
  return {
    rp: { name: siteName, id: rpOf(site) },
    user: { id: handleOf(site, id), name: email, displayName: name },
    challenge: newToken(),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      userVerification: 'preferred' as const,
      requireResidentKey: false,
    },
    attestation: 'none' as const,
  };
}

/** A stable opaque id of the account for authenticators. */
function handleOf({ secret }: Keys, userId: number): string {
  return createHmac('sha256', secret).update(`passkeys of ${userId}`).digest('base64url');
}

/**
 * Options for `navigator.credentials.get`, for these passkeys or for any of this site. A passkey without a password
 * requires user verification.
 */
export function requestOptions(site: Site, existing: Passkey[] | null, isAlone = existing === null) {
  return {
    challenge: newToken(),
    rpId: rpOf(site),
    timeout,
    userVerification: isAlone ? ('required' as const) : ('preferred' as const),
    ...(existing && { allowCredentials: existing.map(descriptorOf) }),
  };
}

/** The verified passkey to store, or null if it was not created for this site and ticket. */
export async function verifyRegistration(
  site: Site,
  ticket: Ticket,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    ...expectedOf(site, ticket),
    response,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = (response.response.transports ?? []).filter((each) => /^[a-z-]{1,20}$/.test(each)).slice(0, 8);
  const public_key = Buffer.from(publicKey).toString('base64url');
  return { credential_id: id, public_key, counter, transports: transports.join(',') };
}

/** The new signature counter, or null if the signature does not match this site, ticket and passkey. */
export async function verifyAssertion(
  site: Site,
  ticket: Ticket,
  { credential_id, public_key }: Passkey,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    ...expectedOf(site, ticket),
    response,
    requireUserVerification: ticket.purpose !== 'second step',
    // The update of the row compares the counter, after the signature is verified.
    credential: { id: credential_id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

function expectedOf(site: Site, ticket: Ticket) {
  return {
    expectedChallenge: (challenge: string) => isChallengeOf(ticket, challenge),
    expectedOrigin: new URL(site.publicUrl).origin,
    expectedRPID: rpOf(site),
  };
}

export async function addPasskey(
  transaction: Database,
  passkey: NewPasskey & { user_id: number; name: string },
): Promise<void> {
  const row = { ...passkey, created_at: new Date().toISOString() };
  await transaction.insertInto('passkeys').values(row).execute();
}

/** Stores the counter. Returns false if it did not increase, which means that the passkey was cloned. */
export function updatePasskeyCounter(transaction: Database, id: number, counter: number): Promise<boolean> {
  return hasRow(
    transaction
      .updateTable('passkeys')
      .set({ counter, last_used_at: new Date().toISOString() })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
      .returning('id'),
  );
}

export function findPasskey(database: Database, credentialId: string): Promise<Passkey | undefined> {
  return database.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export function passkeysOf(database: Database, userId: number): Promise<Passkey[]> {
  return database.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns false if this user has no passkey with that id. */
export function deletePasskey(transaction: Database, userId: number, id: number): Promise<boolean> {
  return hasRow(transaction.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('id'));
}

/** Loaded on demand, as it takes memory for certificates and is rarely needed. */
function library() {
  return import('@simplewebauthn/server');
}

function rpOf({ publicUrl }: Site): string {
  return new URL(publicUrl).hostname;
}

function descriptorOf({ credential_id, transports }: Passkey) {
  const names = transports.split(',').filter((each) => each !== '');
  return { id: credential_id, type: 'public-key' as const, transports: names };
}

/** The shape of a WebAuthn response; its content is verified by the signature. */
const bytes = z.string({ error: 'Send it as WebAuthn has it.' }).regex(/^[\w-]{1,12000}$/);

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') };

export const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string()).max(20).default([]),
    }),
  })
  .transform((made) => ({ ...made, clientExtensionResults: {} }));

export const authenticationResponse = z
  .object({
    ...credential,
    response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  })
  .transform((signed) => ({ ...signed, clientExtensionResults: {} }));

export const ticketField = z.string({ error: 'Send the ticket.' }).max(100);
