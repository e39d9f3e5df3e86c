/** So many failed sign-ins within a minute are no mistyping: somebody tries passwords, perhaps over many networks. */
const limits = { failures: 100, seconds: 60 };

/** Tells, once a minute at most, that this instance sees far too many failures. */
export class FailureAlarm {
  #windowStart = 0;
  #failures = 0;

  /** Counts a failure; true for the one at which to raise the alarm. */
  count(now = performance.now()): boolean {
    if (now - this.#windowStart > limits.seconds * 1_000) {
      this.#windowStart = now;
      this.#failures = 0;
    }
    return ++this.#failures === limits.failures;
  }
}
