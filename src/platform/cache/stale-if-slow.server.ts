/** Milliseconds that a visitor waits for a new answer if there is a stale one. */
export const slowAfter = 500;

/** Resolves with the stale value if the fresh one takes too long; that one still gets ready. */
export async function staleIfSlow<T>(fresh: Promise<T>, stale: T, onLate: () => void = () => undefined): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    onLate();
    resolve(stale);
  }, slowAfter);
  return Promise.race([fresh, promise]).finally(() => clearTimeout(timer));
}
