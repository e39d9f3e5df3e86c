import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialDescriptorJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Generated } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { newToken } from '#platform/session/token.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

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
  last_used_at: string | null;
}

export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

export interface Passkey extends NewPasskey {
  id: number;
  userId: number;
}

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

/** Options for `navigator.credentials.create`; `handle` is an opaque id of the account. */
export async function creationOptions(
  site: Site,
  made: {
    siteName: string;
    user: { name: string; email: string };
    handle: Uint8Array<ArrayBuffer>;
    existing: Passkey[];
  },
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: made.siteName,
    rpID: rpOf(site),
    userName: made.user.email,
    userDisplayName: made.user.name,
    userID: made.handle,
    timeout,
    supportedAlgorithmIDs: algorithms,
  });
  const { rp, user, challenge, pubKeyCredParams } = options;
  return {
    rp: { name: rp.name, id: rpOf(site) },
    user,
    challenge,
    pubKeyCredParams,
    timeout,
    excludeCredentials: made.existing.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      userVerification: 'preferred' as const,
      requireResidentKey: false,
    },
    attestation: 'none' as const,
  };
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

/** The verified passkey to store, or null if it was not created for this site and challenge. */
export async function verifyRegistration(
  site: Site,
  response: RegistrationResponseJSON,
  expectedChallenge: (challenge: string) => boolean,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: new URL(site.publicUrl).origin,
    expectedRPID: rpOf(site),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = (response.response.transports ?? []).filter((each) => /^[a-z-]{1,20}$/.test(each)).slice(0, 8);
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** The new signature counter, or null if the signature does not match this site, challenge and passkey. */
export async function verifyAssertion(
  site: Site,
  passkey: Passkey,
  response: AuthenticationResponseJSON,
  expected: { challenge: (challenge: string) => boolean; verified: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: expected.challenge,
    expectedOrigin: new URL(site.publicUrl).origin,
    expectedRPID: rpOf(site),
    requireUserVerification: expected.verified,
    // The update of the row compares the counter, after the signature is verified.
    credential: { id: passkey.credentialId, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

export async function addPasskey(
  transaction: Database,
  userId: number,
  passkey: NewPasskey & { name: string },
): Promise<number> {
  const { id } = await transaction
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(','),
      name: passkey.name,
      created_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the counter. Returns false if it did not increase, which means that the passkey was cloned. */
export async function updatePasskeyCounter(transaction: Database, id: number, counter: number): Promise<boolean> {
  const noted = await transaction
    .updateTable('passkeys')
    .set({ counter, last_used_at: new Date().toISOString() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.lit(counter === 0)])]))
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function findPasskey(database: Database, credentialId: string): Promise<Passkey | null> {
  const row = await database
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ? passkeyOf(row) : null;
}

export async function passkeysOf(database: Database, userId: number): Promise<Passkey[]> {
  const rows = await database.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
  return rows.map(passkeyOf);
}

export function listPasskeys(database: Database, userId: number) {
  return database
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Returns its name, or null if this user has no passkey with that id. */
export async function deletePasskey(transaction: Database, userId: number, id: number): Promise<string | null> {
  const forgotten = await transaction
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return forgotten?.name ?? null;
}

/** Loaded on demand, as it takes memory for certificates and is rarely needed. */
function library() {
  return import('@simplewebauthn/server');
}

function rpOf({ publicUrl }: Site): string {
  return new URL(publicUrl).hostname;
}

function descriptorOf({ credentialId, transports }: Passkey) {
  return { id: credentialId, type: 'public-key' as const, transports } satisfies PublicKeyCredentialDescriptorJSON;
}

function passkeyOf(row: {
  id: number;
  user_id: number;
  credential_id: string;
  public_key: string;
  counter: number | string;
  transports: string;
}): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports.split(',').filter((each) => each !== ''),
  };
}
