import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Sealer } from '#server/http/sealed.server.ts';

/** A browser, for an account that was once signed in there. */
export interface KnownDevice {
  user: number;
  device: string;
}

const knownDevice = z.object({ user: z.int(), device: z.string() });
/** Earlier cookies name one account. */
const knownDevices = z.union([z.array(knownDevice), knownDevice.transform((one) => [one])]);

/** Accounts that one browser is known for: colleagues share a desk. */
const most = 5;

/** As long as browsers keep a cookie, in seconds. */
const keptFor = 400 * 86_400;

/**
 * A cookie, sealed by us, that tells a browser from which its owner signed in before. It opens nothing; attempts from
 * such a browser are counted apart and wait apart, so that whoever keeps trying elsewhere does not lock the owner out.
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

  /** What the browser that a request comes from is known for, if it carries exactly one cookie of ours. */
  of(request: FastifyRequest): KnownDevice[] {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const [cookie, ...more] = cookies.filter((pair) => pair.startsWith(`${this.#name}=`));
    if (cookie === undefined || more.length > 0) return [];
    return knownDevices.safeParse(this.#sealer.open(cookie.slice(this.#name.length + 1))).data ?? [];
  }

  /** Makes the browser known for this user, or known for longer. */
  remember(reply: FastifyReply, user: number, known: KnownDevice[]): void {
    const own = known.find((each) => each.user === user) ?? { user, device: randomBytes(12).toString('base64url') };
    const all = [own, ...known.filter((each) => each.user !== user)].slice(0, most);
    reply.header('set-cookie', `${this.#name}=${this.#sealer.seal(all)}; ${this.#attributes}`);
  }
}
