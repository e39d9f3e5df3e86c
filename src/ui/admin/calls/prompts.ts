type Ask<What> = (what: What) => Promise<boolean>;

/** What calls ask somebody for before they can go on: once, however many of them wait. */
export class Prompt<What> {
  #ask: Ask<What> | null = null;
  #asking: Promise<boolean> | null = null;

  /** Who shows it; answers how to stop. */
  offer(ask: Ask<What>): () => void {
    this.#ask = ask;
    return () => {
      if (this.#ask === ask) this.#ask = null;
    };
  }

  /** False where nobody shows it or the user gives up. */
  ask(what: What): Promise<boolean> {
    if (!this.#ask) return Promise.resolve(false);
    this.#asking ??= this.#ask(what).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}

/** The session has ended. */
export const signInAgain = new Prompt<null>();

/** The session has to be confirmed, in one of these ways: `password`, `passkey`. */
export const confirmIdentity = new Prompt<string[]>();
