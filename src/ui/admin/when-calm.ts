import { useEffect, useState } from 'react';

/** In milliseconds, at the latest. */
const latest = 2_000;

/** Acts once a screen shows what it was opened for: on a weak line that comes first. Answers how to give it up. */
export function whenCalm(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, latest / 4);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act, { timeout: latest });
  return () => cancelIdleCallback(waiting);
}

/** Whether the screen shows what it was opened for. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => whenCalm(() => setCalm(true)), []);
  return isCalm;
}
