import { type ComponentType, useEffect, useState } from 'react';
import { onceCalm } from './when-calm.ts';

/**
 * Loads a component when the page is idle, or at once if `wanted`; null until then. Not React.lazy: a failed import
 * must not unmount the screen.
 * @param onFailed Called if it is wanted and fails to load.
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
