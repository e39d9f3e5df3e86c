import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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
