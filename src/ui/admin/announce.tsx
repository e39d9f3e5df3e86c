import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

export function announce(words: string): void {
  text = words;
  for (const listener of listeners) listener();
}

/** The live region, mounted once at the root before the first announcement. */
export function Announcer() {
  const message = useSyncExternalStore(follow, () => text);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {message}
    </div>
  );
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
