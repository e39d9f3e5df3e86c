import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Sealer } from '#server/http/sealed.server.ts';

/** A browser in which an account was once signed in. */
export interface KnownDevice {
  user: number;
  device: string;
}

const knownDevice = z.object({ user: z.int(), device: z.string() });

/** As long as browsers keep a cookie, in seconds. */
const keptFor = 400 * 86_400;

/**
 * A cookie, sealed by us, that tells a browser from which its owner signed in before. It opens nothing; failures from
 * such a browser are counted apart, so that whoever keeps failing elsewhere does not lock the owner out.
 */
export class KnownDevices {
  readonly #sealer: Sealer;
  readonly #name: string;
  readonly #attributes: string;

  constructor(settings: { secret: string; publicUrl: string }) {
    const secure = settings.publicUrl.startsWith('https:');
    this.#sealer = new Sealer(settings.secret, 'known device');
    this.#name = secure ? '__Host-device' : 'device';
    this.#attributes = `Path=/; Max-Age=${keptFor}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  }

  /** The device that a request comes from, if it carries exactly one cookie of ours. */
  of(request: FastifyRequest): KnownDevice | null {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const [cookie, ...more] = cookies.filter((pair) => pair.startsWith(`${this.#name}=`));
    if (cookie === undefined || more.length > 0) return null;
    return knownDevice.safeParse(this.#sealer.open(cookie.slice(this.#name.length + 1))).data ?? null;
  }

  /** Makes the browser known for this user, or known for longer. */
  remember(reply: FastifyReply, user: number, known: KnownDevice | null): void {
    const device = known?.user === user ? known.device : randomBytes(12).toString('base64url');
    reply.header('set-cookie', `${this.#name}=${this.#sealer.seal({ user, device })}; ${this.#attributes}`);
  }
}
