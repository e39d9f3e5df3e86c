import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import type { Settings } from './settings.server.ts';

/** Encrypts values that the browser stores for us between two requests (AES-256-GCM). */
export class Encrypter {
  readonly #key: Buffer;

  constructor(secret: string, context: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'prangon', context, 32));
  }

  encrypt(value: unknown): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Null for text that wasn't encrypted with this key. */
  decrypt(encrypted: string): unknown {
    try {
      const bytes = Buffer.from(encrypted, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
    } catch {
      return null;
    }
  }
}

/** Encrypted columns of a table; the room that encrypts it lists it in its module. */
export interface EncryptedColumn {
  /** Its name for the operator, with the screen where it is given anew. */
  what: string;
  /** The context of its encryption. */
  purpose: string;
  table: string;
  columns: string[];
  rows: (database: Database) => Promise<{ sealed: string }[]>;
}

/** Encrypts with `secret` what `oldSecret` encrypted. A start that is cut off here does it again. */
export async function reencrypt(
  database: Database,
  { secret, oldSecret }: Pick<Settings, 'secret' | 'oldSecret'>,
  secrets: EncryptedColumn[],
): Promise<void> {
  if (oldSecret === null) return;
  await database.transaction().execute(async (transaction) => {
    for (const { purpose, table, columns, rows } of secrets) {
      const [before, after] = [new Encrypter(oldSecret, purpose), new Encrypter(secret, purpose)];
      for (const { sealed } of await rows(transaction)) {
        const value = before.decrypt(sealed);
        if (value === null) continue;
        const renewed = after.encrypt(value);
        // A nonce makes each unique; some lie within JSON.
        for (const column of columns.map((name) => sql.ref(name)))
          await sql`
            update ${sql.table(table)} set ${column} = replace(${column}, ${sealed}, ${renewed})
            where replace(${column}, ${sealed}, '') <> ${column}`.execute(transaction);
      }
    }
  });
}

/** The names of secrets that were encrypted with another `SECRET`. */
export async function findUndecryptable(
  database: Database,
  { secret }: Pick<Settings, 'secret'>,
  secrets: EncryptedColumn[],
): Promise<string[]> {
  const undecryptable: string[] = [];
  for (const { what, purpose, rows } of secrets) {
    const encrypter = new Encrypter(secret, purpose);
    const isLost = ({ sealed }: { sealed: string }) => sealed !== '' && encrypter.decrypt(sealed) === null;
    if ((await rows(database)).some(isLost)) undecryptable.push(what);
  }
  return undecryptable;
}
