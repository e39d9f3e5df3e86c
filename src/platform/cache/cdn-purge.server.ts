import type { FastifyBaseLogger } from 'fastify';
import type { ContentChanges } from './changes.server.ts';

/** Milliseconds. `gather` merges several writes into one call; `waits` is the backoff. */
const limits = { gather: 1_000, call: 10_000, waits: [1_000, 5_000, 30_000, 120_000] };

/** Purges the CDN after each instance invalidated its own cache, or the slowest could refill it with a stale page. */
export class CdnPurge {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #log: FastifyBaseLogger;
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | null = null;
  #failures = 0;

  /** @param purgeUrl a password in it is sent as a bearer token */
  constructor({ purgeUrl, changes, log }: { purgeUrl: string; changes: ContentChanges; log: FastifyBaseLogger }) {
    const url = new URL(purgeUrl);
    const token = decodeURIComponent(url.password);
    url.username = '';
    url.password = '';
    this.#address = url.href;
    this.#headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    this.#log = log;
    this.#stop = changes.onChange(() => this.#purgeSoon());
  }

  close(): void {
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A new change cancels the backoff of an earlier purge. */
  #purgeSoon() {
    if (this.#failures > 0 && this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = null;
    }
    this.#failures = 0;
    this.#purgeIn(limits.gather);
  }

  #purgeIn(milliseconds: number) {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#purge();
    }, milliseconds).unref();
  }

  async #purge() {
    try {
      const { ok, status, body } = await fetch(this.#address, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify({ purge_everything: true }),
        signal: AbortSignal.timeout(limits.call),
      });
      await body?.cancel();
      if (!ok) throw new Error(`It answered ${status}`);
      this.#failures = 0;
    } catch (error) {
      this.#log.warn({ event: 'purge_failed', reason: (error as Error).message });
      const wait = limits.waits[this.#failures++];
      if (wait === undefined) this.#failures = 0;
      else this.#purgeIn(wait);
    }
  }
}
