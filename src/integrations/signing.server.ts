import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type EncryptedColumn, Encrypter } from '#platform/crypto/encrypter.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

/** What calls are signed with, as columns of whatever is called. */
export interface KeptSecrets {
  /** Encrypted; empty where there is none. */
  secret_sealed: string;
  /** The secret before this one: calls are signed with both until the receiver knows the new one. */
  old_secret_sealed: string;
  old_secret_until: string | null;
}

export const webhookSecret: EncryptedColumn = {
  what: 'the secrets of webhooks (screen Webhooks and SMS)',
  purpose: 'webhook secret',
  rows: (database) => database.selectFrom('webhooks').select('secret_sealed as sealed').limit(20).execute(),
};

/** What secrets are encrypted with. */
type Keys = Pick<Settings, 'secret'>;

/** How long a secret that was replaced still signs, in hours. */
const oldSecretHours = 24;

/** The secret of now, or null where there is none that can be read. */
export function openSecret({ secret_sealed }: Pick<KeptSecrets, 'secret_sealed'>, keys: Keys): string | null {
  return open(secret_sealed, keys);
}

/** All that sign now, the new one first; none where there is none that can be read. */
export function signingSecrets(kept: KeptSecrets, keys: Keys): string[] {
  const secret = openSecret(kept, keys);
  if (secret === null) return [];
  const old = oldSecretUntil(kept) === null ? null : open(kept.old_secret_sealed, keys);
  return old === null ? [secret] : [secret, old];
}

/** Until when the secret before this one signs too; null where it does not. */
export function oldSecretUntil({ old_secret_until: until }: KeptSecrets): string | null {
  return until !== null && Date.parse(until) > Date.now() ? until : null;
}

export function firstSecret(keys: Keys): KeptSecrets {
  return { secret_sealed: sealerOf(keys).encrypt(newSecret()), old_secret_sealed: '', old_secret_until: null };
}

/** A new secret, beside which the one of now signs for a day. */
export function rotated(kept: KeptSecrets, keys: Keys): { secret: string; columns: KeptSecrets } {
  const secret = newSecret();
  const hadOne = openSecret(kept, keys) !== null;
  const columns = {
    secret_sealed: sealerOf(keys).encrypt(secret),
    old_secret_sealed: hadOne ? kept.secret_sealed : '',
    old_secret_until: hadOne ? new Date(Date.now() + oldSecretHours * 3_600_000).toISOString() : null,
  };
  return { secret, columns };
}

/** A name for what is told or asked, the same at every attempt, by which the receiver knows a second one. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

/**
 * The headers of the Standard Webhooks. Every secret signs, with spaces between, so that the receiver may change to the
 * new one when it likes. `timestamp` in seconds.
 */
export function signedHeaders(
  secrets: string[],
  id: string,
  body: string,
  timestamp = Math.floor(Date.now() / 1_000),
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** As the Standard Webhooks have it: their libraries take it as it is. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function open(sealed: string, keys: Keys): string | null {
  const opened = sealed === '' ? null : sealerOf(keys).decrypt(sealed);
  return typeof opened === 'string' ? opened : null;
}

function sealerOf({ secret }: Keys): Encrypter {
  return new Encrypter(secret, webhookSecret.purpose);
}
