import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** The export of every island module; it resolves when the island is interactive. */
export type Hydrate = (element: Element, props: unknown) => Promise<void>;

/** Our server rendered the props from the same component's types, so they are trusted. */
export function hydrateAs<Props extends object>(Component: ComponentType<Props>): Hydrate {
  return (element, props) =>
    new Promise((resolve) => {
      hydrateRoot(element, <Alive onReady={resolve} of={Component} props={props as Props} />);
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
