/** Milliseconds that a visitor waits for a new answer if there is a stale one. */
export const patience = 500;

/** Resolves with the stale value if the fresh one takes too long; that one still gets ready. */
export async function standIn<T>(making: Promise<T>, older: T, onLate: () => void = () => undefined): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    onLate();
    resolve(older);
  }, patience);
  return Promise.race([making, promise]).finally(() => clearTimeout(timer));
}
