import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { Received } from './receiver.ts';

/** A browser as a push service sees it, after RFC 8291 and 8292 and none of the library that sends. */
export class PushBrowser {
  readonly subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } };
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    const p256dh = this.#keys.generateKeys('base64url');
    this.subscription = { endpoint, expirationTime: null, keys: { p256dh, auth: this.#auth.toString('base64url') } };
  }

  decrypt({ bytes, headers }: Received): unknown {
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Another encoding');
    const [salt, length] = [bytes.subarray(0, 16), bytes.readUInt8(20)];
    const sender = bytes.subarray(21, 21 + length);
    const sealed = bytes.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, info, 32));
    const derive = (name: string, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

/** What the sender says of itself, where it is signed by this key; null otherwise. */
export function vapidClaims({ headers }: Received, publicKey: string): Record<string, unknown> | null {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' });
  const options = { key: jwk, dsaEncoding: 'ieee-p1363' as const };
  const isRight = verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'));
  return isRight && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null;
}
