import { useSyncExternalStore } from 'react';

/** A value that components and other code share. */
export function createStore<T>(value: T) {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next: T) => {
      value = next;
      for (const listener of listeners) listener();
    },
    follow: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>({ follow, get }: ReturnType<typeof createStore<T>>): T {
  return useSyncExternalStore(follow, get);
}
