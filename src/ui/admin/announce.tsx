import { createStore, useStore } from './store.ts';

const text = createStore('');

export const announce = text.set;

/** The live region, mounted once at the root before the first announcement. */
export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {useStore(text)}
    </div>
  );
}
