/** What begins in one turn of the event loop: so many pieces of work, while so many milliseconds are not over. */
const perTurn = { work: 8, time: 10 };

/** Turns in a row that are left to new connections. */
const mostForConnections = 50;

/**
 * Spreads work over the turns of the event loop, first come, first served. Node takes just one new connection in a turn,
 * so where one lasts as long as all busy connections together, a new one waits for seconds.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #end = 0;
  #comesBack = false;
  #connected = false;
  #leftOut = 0;

  /** Waits until work may begin, which is at once where there is little of it. */
  async next(): Promise<void> {
    if (this.#waiting.length === 0 && this.#hasTime()) {
      this.#begin();
      return;
    }
    await new Promise<void>((begin) => {
      this.#waiting.push(begin);
      this.#comeBack();
    });
  }

  /** A connection has come, so there may be more of them: what waits lets them pass. */
  connected(): void {
    this.#connected = true;
  }

  #hasTime(): boolean {
    return this.#begun === 0 || (this.#begun < perTurn.work && performance.now() < this.#end);
  }

  #begin(): void {
    if (this.#begun++ === 0) this.#end = performance.now() + perTurn.time;
    this.#comeBack();
  }

  /** What begins in the next turn is said in this one: what an immediate adds comes a turn later. */
  #comeBack(): void {
    if (this.#comesBack) return;
    this.#comesBack = true;
    setImmediate(this.#newTurn);
    const more = Math.min(this.#waiting.length, perTurn.work) - 1;
    for (let count = 0; count < more; count++) setImmediate(this.#another);
  }

  readonly #newTurn = () => {
    this.#comesBack = false;
    this.#begun = 0;
    this.#leftOut = this.#connected && this.#leftOut < mostForConnections ? this.#leftOut + 1 : 0;
    this.#connected = false;
    this.#another();
    if (this.#waiting.length > 0) this.#comeBack();
  };

  readonly #another = () => {
    if (this.#leftOut > 0 || !this.#hasTime()) return;
    const begin = this.#waiting.shift();
    if (!begin) return;
    this.#begin();
    begin();
  };
}
