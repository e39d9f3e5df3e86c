import { type ComponentType, useEffect, useState } from 'react';
import { whenCalm } from './when-calm.ts';

/**
 * A part of the screen that nobody sees at first: it comes once the screen stands, or as soon as it is wanted. Until then
 * null. Not React.lazy: what does not come must not take the screen down, and may be asked for again.
 * @param onFailed Told where it is wanted and does not come.
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
