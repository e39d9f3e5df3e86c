import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Encrypter } from '#platform/settings/encrypter.server.ts';

const knownDevice = z.object({ user: z.int(), device: z.string() });
/** A browser in which this account has signed in before. */
export type KnownDevice = z.infer<typeof knownDevice>;

/** Older cookies hold a single account. */
const knownDevices = z.union([z.array(knownDevice), knownDevice.transform((one) => [one])]);

/** Accounts per browser, as colleagues may share a computer. */
const maxAccounts = 5;

/** The longest lifetime that browsers allow for a cookie, in seconds. */
const cookieMaxAge = 400 * 86_400;

/**
 * An encrypted cookie that marks a browser in which an account has signed in before. It grants nothing; its failed
 * attempts are counted apart, so that an attacker elsewhere can't lock the owner out.
 */
export class KnownDevices {
  readonly #sealer: Encrypter;
  readonly #name: string;
  readonly #attributes: string;

  constructor(settings: { secret: string; publicUrl: string }) {
    const secure = settings.publicUrl.startsWith('https:');
    this.#sealer = new Encrypter(settings.secret, 'known device');
    this.#name = secure ? '__Host-device' : 'device';
    this.#attributes = `Path=/; Max-Age=${cookieMaxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  }

  /** The accounts that the request's browser is known for, if it has exactly one such cookie. */
  of(request: FastifyRequest): KnownDevice[] {
    const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const [cookie, ...more] = cookies.filter((pair) => pair.startsWith(`${this.#name}=`));
    if (cookie === undefined || more.length > 0) return [];
    return knownDevices.safeParse(this.#sealer.decrypt(cookie.slice(this.#name.length + 1))).data ?? [];
  }

  remember(request: FastifyRequest, reply: FastifyReply, user: number): void {
    const known = this.of(request);
    const own = known.find((each) => each.user === user) ?? { user, device: randomBytes(12).toString('base64url') };
    const all = [own, ...known.filter((each) => each.user !== user)].slice(0, maxAccounts);
    reply.header('set-cookie', `${this.#name}=${this.#sealer.encrypt(all)}; ${this.#attributes}`);
  }
}
