/** Reports progress on standard error: one changing line on a terminal, else a line every 10 seconds. */
export class Progress {
  readonly #write: (text: string) => void;
  readonly #terminal: boolean;
  #what = '';
  #total: number | null = null;
  #done = 0;
  #told = 0;

  constructor(write: (text: string) => void, terminal: boolean) {
    this.#write = write;
    this.#terminal = terminal;
  }

  begin(what: string, total: number | null = null): void {
    this.end();
    this.#what = what;
    this.#total = total;
    this.#done = 0;
    this.#told = performance.now();
    this.#tell();
  }

  add(count = 1): void {
    this.#done += count;
    if (performance.now() - this.#told > (this.#terminal ? 100 : 10_000)) this.#tell();
  }

  end(): void {
    if (this.#what === '') return;
    if (this.#terminal) this.#write('\r\x1b[K');
    this.#what = '';
  }

  #tell(): void {
    this.#told = performance.now();
    const of = this.#total === null ? '' : ` of ${this.#total}`;
    const line = this.#done > 0 ? `${this.#what} … ${this.#done}${of}` : `${this.#what} …`;
    this.#write(this.#terminal ? `\r\x1b[K${line}` : `${line}\n`);
  }
}
