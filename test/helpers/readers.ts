import { setTimeout as sleep } from 'node:timers/promises';
import { calls, health, pages } from '#paths.ts';
import { Client } from './requests.ts';
import { isTorment } from './torment.ts';

const ready = [pages.home, pages.news, calls.clients];

/** Visitors who read ready pages while something is wrong, and a supervisor who asks whether the process lives. */
export class Readers {
  readonly #client: Client;
  readonly #url: string;
  readonly #took: number[] = [];
  readonly #reading: Promise<unknown>;
  #failed = 0;
  #slowestHealth = 0;
  #ended = false;

  private constructor(url: string) {
    this.#url = url;
    this.#client = new Client(url);
    this.#reading = Promise.all([...ready.map((page) => this.#read(page)), this.#ask()]);
  }

  /** Begins once every page is ready. */
  static async of(url: string): Promise<Readers> {
    const client = new Client(url);
    for (const page of ready) await client.get(page);
    client.close();
    return new Readers(url);
  }

  /** Ends, and tells how it was, with times in milliseconds. */
  async end() {
    this.#ended = true;
    await this.#reading;
    this.#client.close();
    const took = this.#took.toSorted((a, b) => a - b);
    const p99 = Math.round(took[Math.floor(took.length * 0.99)] ?? 0);
    const health = Math.round(this.#slowestHealth);
    const words = `${took.length} pages, ${this.#failed} failed, p99 ${p99} ms, /healthz at most ${health} ms`;
    // A busy machine is slow, not wrong: times are promised where nothing else runs.
    const kept = this.#failed === 0 && took.length > 0 && (!isTorment || (p99 < 250 && health < 1_000));
    return { kept, words };
  }

  async #read(page: string): Promise<void> {
    for (; !this.#ended; await sleep(20)) {
      const begun = performance.now();
      const status = await this.#client.get(page).then(
        (answer) => answer.status,
        () => 0,
      );
      this.#took.push(performance.now() - begun);
      if (status !== 200) this.#failed++;
    }
  }

  /** Each time by a connection of its own. */
  async #ask(): Promise<void> {
    for (; !this.#ended; await sleep(100)) {
      const client = new Client(this.#url);
      const begun = performance.now();
      const isWell = await client.get(health.live).then(
        ({ status }) => status === 200,
        () => false,
      );
      this.#slowestHealth = Math.max(
        this.#slowestHealth,
        isWell ? performance.now() - begun : Number.POSITIVE_INFINITY,
      );
      client.close();
    }
  }
}
