import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * The export of every island module; it resolves when the island is interactive. `fail` puts back what the server
 * rendered; the guard does so by itself where an error was thrown, and tells the element by the event `unhooked`.
 */
export type Hydrate = (element: HTMLElement, props: unknown, fail: () => void) => Promise<void>;

/** Our server rendered the props from the same component's types, so they are trusted. */
export function hydrateAs<Props extends object>(Component: ComponentType<Props>): Hydrate {
  return (element, props, fail) =>
    new Promise((resolve) => {
      const root = hydrateRoot(element, <Alive onReady={resolve} of={Component} props={props as Props} />, {
        onRecoverableError: (error) => console.error(error),
        onUncaughtError(error) {
          console.error(error);
          // React has emptied the island.
          fail();
        },
      });
      element.addEventListener('unhooked', () => root.unmount());
    });
}

interface AliveProps<Props extends object> {
  of: ComponentType<Props>;
  props: Props;
  onReady: () => void;
}

function Alive<Props extends object>({ of: Component, props, onReady }: AliveProps<Props>) {
  useEffect(onReady, [onReady]);
  return <Component {...props} />;
}
