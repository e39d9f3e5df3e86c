/** How long a visitor waits for what is new, where there is something older to show (milliseconds). */
const patience = 500;

/** What is being made, or, where that takes long, what stands in for it; the making goes on. */
export async function standIn<T>(making: Promise<T>, older: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, patience, older);
  return Promise.race([making, promise]).finally(() => clearTimeout(timer));
}
