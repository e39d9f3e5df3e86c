type Ask<What> = (what: What) => Promise<boolean>;

/** Asks the user on behalf of calls that can't continue; concurrent calls share one prompt. */
export class Prompt<What> {
  #ask: Ask<What> | null = null;
  #asking: Promise<boolean> | null = null;

  /** Registers the component that shows the prompt; returns a function to unregister it. */
  offer(ask: Ask<What>): () => void {
    this.#ask = ask;
    return () => {
      if (this.#ask === ask) this.#ask = null;
    };
  }

  /** Returns false if nothing shows it, or if the user cancels. */
  ask(what: What): Promise<boolean> {
    if (!this.#ask) return Promise.resolve(false);
    this.#asking ??= this.#ask(what).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}

export const signInAgain = new Prompt<null>();

/** The session has to be confirmed, in one of these ways: `password` or `code`, and `passkey`. */
export const confirmIdentity = new Prompt<string[]>();
