import { useEffect, useState } from 'react';

/** The longest delay, in milliseconds. */
const latest = 2_000;

/**
 * Calls `act` when the browser is idle, so that the screen's own requests come first. Returns a function to cancel it.
 */
export function onceCalm(act: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, latest / 4);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: latest });
  return () => cancelIdleCallback(handle);
}

/** Whether the browser has been idle since the component was mounted. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => onceCalm(() => setIdle(true)), []);
  return isIdle;
}
