import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Ways {
  origin?: string;
  challenge?: string;
  /** Whether it was somebody's finger or PIN, not just somebody. */
  verified?: boolean;
}

/** A passkey in a program: says what a browser would say of its authenticator, or something wrong. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  /** How often it signed. */
  count = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers `navigator.credentials.create`. */
  make({ challenge }: { challenge: string }, ways: Ways = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE: an elliptic key for ES256, on P-256, and its two numbers of 32 bytes.
    const key = Buffer.concat([hex('a5010203262001215820'), base64(x), hex('225820'), base64(y)]);
    const id = base64(this.id);
    const credential = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, key]);
    const data = Buffer.concat([this.#data(0x45, ways), credential]);
    // CBOR: { fmt: 'none', attStmt: {}, authData: … }.
    const attestation = Buffer.concat([
      hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
      hex('59'),
      uint(data.length, 2),
      data,
    ]);
    const clientDataJSON = this.#said('webauthn.create', { challenge, ...ways });
    return this.#credential({ clientDataJSON, attestationObject: attestation.toString('base64url') });
  }

  /** Answers `navigator.credentials.get`. */
  sign({ challenge }: { challenge: string }, ways: Ways = {}) {
    this.count++;
    const data = this.#data(0x05, ways);
    const clientDataJSON = this.#said('webauthn.get', { challenge, ...ways });
    const signed = Buffer.concat([data, sha256(base64(clientDataJSON))]);
    const signature = sign('sha256', signed, this.#keys.privateKey).toString('base64url');
    return this.#credential({ clientDataJSON, authenticatorData: data.toString('base64url'), signature });
  }

  /** Whom it is for, who was there (0x01: somebody, 0x04: the right one), and its count. */
  #data(flags: number, { verified = true }: Ways): Buffer {
    const rp = sha256(Buffer.from(new URL(this.#origin).hostname));
    return Buffer.concat([rp, Buffer.from([verified ? flags : flags & ~0x04]), uint(this.count, 4)]);
  }

  #said(type: string, { challenge, origin = this.#origin }: Ways): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  #credential<T>(response: T) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function base64(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
