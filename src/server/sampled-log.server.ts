/** How long lines of a kind are counted together, in milliseconds. */
const span = 10_000;

type Level = 'warn' | 'info';

/** What lines of one kind have in common. */
type Kind = Record<'event', string> & Record<string, string | number | null>;

/**
 * A log that nobody can flood: of each kind the first lines of ten seconds are written at once, and then how many more
 * there were.
 */
export class SampledLog {
  readonly #log: Record<Level, (facts: object) => void>;
  readonly #told = new Map<string, { kind: Kind; level: Level; more: number; left: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Record<Level, (facts: object) => void>) {
    this.#log = log;
  }

  /** Writes a line, or counts it where there were as many as `lines` of its kind. */
  tell(level: Level, kind: Kind, facts: object, lines = 1): void {
    const key = Object.values(kind).join(' ');
    const told = this.#told.get(key) ?? { kind, level, more: 0, left: lines };
    this.#told.set(key, told);
    if (told.left > 0) {
      told.left--;
      this.#log[level]({ ...kind, ...facts });
    } else told.more++;
    this.#timer ??= setTimeout(() => this.close(), span).unref();
  }

  /** Writes how many more there were. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const { kind, level, more } of this.#told.values()) {
      if (more > 0) this.#log[level]({ ...kind, more, seconds: span / 1_000 });
    }
    this.#told.clear();
  }
}
