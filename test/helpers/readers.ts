import { setTimeout as sleep } from 'node:timers/promises';
import { calls, health, pages } from '#paths.ts';
import { isChaos } from './chaos.ts';
import { loadNow, quantile } from './figures.ts';
import { Client } from './requests.ts';

/** What no story of the writers changes, and what they change all the time. */
const ready = [calls.clients, calls.statistics];
const changing = [pages.home, pages.news];

/** Visitors who read while something is wrong, and a supervisor who asks whether the process lives. */
export class Readers {
  readonly #client: Client;
  readonly #url: string;
  readonly #ready: number[] = [];
  readonly #changing: number[] = [];
  #networks = 0;
  readonly #reading: Promise<unknown>;
  /** By the status, which is 0 where there was no answer, and the page. */
  readonly #failed: string[] = [];
  #slowestHealth = 0;
  #ended = false;

  private constructor(url: string) {
    this.#url = url;
    this.#client = new Client(url);
    this.#reading = Promise.all([
      ...ready.map((page) => this.#read(page, this.#ready)),
      ...changing.map((page) => this.#read(page, this.#changing)),
      this.#ask(),
    ]);
  }

  /** Begins once every page is ready. */
  static async of(url: string): Promise<Readers> {
    const client = new Client(url);
    for (const page of [...ready, ...changing]) await client.get(page);
    client.close();
    return new Readers(url);
  }

  /** Ends, and tells how it was, and what was not as promised. */
  async end() {
    this.#ended = true;
    await this.#reading;
    this.#client.close();
    const measured = [
      { what: `${this.#ready.length} ready pages, p99`, took: quantile(this.#ready, 0.99), most: 250 },
      { what: `${this.#changing.length} changing ones, p99`, took: quantile(this.#changing, 0.99), most: 750 },
      { what: '/healthz at most', took: Math.round(this.#slowestHealth), most: 1_000 },
    ].map((one) => ({ ...one, words: `${one.what} ${one.took} ms` }));
    // A busy machine is slow, not wrong: times are promised where nothing else runs.
    const late = measured.filter(({ took, most }) => isChaos && !(took < most));
    return {
      words: `${measured.map(({ words }) => words).join(', ')}, ${this.#failed.length} failed${loadNow()}`,
      broken: [...new Set(this.#failed), ...late.map(({ words }) => words)],
    };
  }

  async #read(page: string, took: number[]): Promise<void> {
    const from = `127.4.0.${++this.#networks}`;
    for (; !this.#ended; await sleep(20)) {
      const begun = performance.now();
      const status = await this.#client.send(page, { from }).then(
        (answer) => answer.status,
        () => 0,
      );
      took.push(performance.now() - begun);
      if (status !== 200) this.#failed.push(`${status} ${page}`);
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
