/** Reports progress on standard error: one changing line on a terminal, else a line every 10 seconds. */
export class Progress {
  readonly #write: (text: string) => void;
  readonly #terminal: boolean;
  #what = '';
  #total: number | null = null;
  #done = 0;
  #reportedAt = 0;

  constructor(write: (text: string) => void, terminal: boolean) {
    this.#write = write;
    this.#terminal = terminal;
  }

  begin(what: string, total: number | null = null): void {
    this.end();
    this.#what = what;
    this.#total = total;
    this.#done = 0;
    this.#reportedAt = performance.now();
    this.#report();
  }

  add(count = 1): void {
    this.#done += count;
    if (performance.now() - this.#reportedAt > (this.#terminal ? 100 : 10_000)) this.#report();
  }

  end(): void {
    if (this.#what === '') return;
    if (this.#terminal) this.#write('\r\x1b[K');
    this.#what = '';
  }

  #report(): void {
    this.#reportedAt = performance.now();
    const of = this.#total === null ? '' : ` of ${this.#total}`;
    const line = this.#done > 0 ? `${this.#what} … ${this.#done}${of}` : `${this.#what} …`;
    this.#write(this.#terminal ? `\r\x1b[K${line}` : `${line}\n`);
  }
}
