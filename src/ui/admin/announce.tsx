import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says something to screen readers only. */
export function announce(words: string): void {
  text = words;
  for (const listener of listeners) listener();
}

/** Where it is said. Stands once at the root, before anything is said in it. */
export function Announcer() {
  const said = useSyncExternalStore(follow, () => text);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said}
    </div>
  );
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
