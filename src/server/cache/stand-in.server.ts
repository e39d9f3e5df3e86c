/** How long a visitor waits for what is new, where there is something older to show (milliseconds). */
export const patience = 500;

/** What is being made, or, where that takes long, what stands in for it; the making goes on. */
export async function standIn<T>(making: Promise<T>, older: T, onLate: () => void = () => undefined): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    onLate();
    resolve(older);
  }, patience);
  return Promise.race([making, promise]).finally(() => clearTimeout(timer));
}
