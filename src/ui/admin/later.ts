import { type ComponentType, useEffect, useState } from 'react';
import { whenCalm } from './when-calm.ts';

/**
 * Loads a component when the page is idle, or at once if `wanted`; null until then. Not React.lazy: a failed import
 * must not unmount the screen, and can be retried.
 * @param onFailed Called if it is wanted and fails to load.
 */
export function useLater<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  wanted: boolean,
  onFailed: () => void,
): ComponentType<P> | null {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: neither the way it comes nor whom to tell changes
  useEffect(() => {
    if (Part) return;
    let here = true;
    const come = () =>
      void load().then(
        ({ default: loaded }) => here && setPart(() => loaded),
        () => here && wanted && onFailed(),
      );
    const giveUp = wanted ? come() : whenCalm(come);
    return () => {
      here = false;
      giveUp?.();
    };
  }, [Part, wanted]);
  return Part;
}
