import { type ComponentType, useEffect, useState } from 'react';
import { notifyNotLoaded } from './notify.tsx';

/**
 * Loads a component when the page is idle, or at once if it `isNeeded`; null until then. Not React.lazy: a failed import
 * must not unmount the screen.
 * @param onFailed Called if it is needed and fails to load.
 */
export function useLazyComponent<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isNeeded: boolean,
  onFailed: () => void,
): ComponentType<P> | null {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither the way it comes nor whom to tell changes
  useEffect(() => {
    if (Part) return;
    let isMounted = true;
    const start = () =>
      void load().then(
        ({ default: loaded }) => isMounted && setPart(() => loaded),
        () => isMounted && isNeeded && onFailed(),
      );
    const cancel = isNeeded ? start() : onceCalm(start);
    return () => {
      isMounted = false;
      cancel?.();
    };
  }, [Part, isNeeded]);
  return Part;
}

/**
 * A component whose code loads when it is shown. If that fails, it says so.
 * @param onFailed Takes it away again.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onFailed: (props: P) => void,
): ComponentType<P> {
  return function Lazy(props) {
    const Part = useLazyComponent(load, true, () => {
      onFailed(props);
      notifyNotLoaded();
    });
    return Part && <Part {...props} />;
  };
}

export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazyComponent(load, ({ onClose }) => onClose());
}

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
