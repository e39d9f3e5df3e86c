import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP recommends it: 19 MiB, 2 passes, 1 lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), hashing);
}

/** Whether a password is the one behind a hash. Null stands for an account that does not exist: false, after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodysHash, asTyped(password));
  return right && passwordHash !== null;
}

/** The hash of no password, with the parameters of the others. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${hashing.memoryCost},t=${hashing.timeCost},p=${hashing.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$');

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Keyboards write the same letter in different ways. */
function asTyped(password: string): string {
  return password.normalize('NFKC');
}
