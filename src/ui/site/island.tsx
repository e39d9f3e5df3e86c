import { createContext, type ReactNode, useContext } from 'react';

/** By island: the guard, the module, and what it imports, which is loaded in parallel to save round trips. */
export const IslandCodes = createContext<Record<string, string[]>>({});

interface IslandProps {
  name: string;
  /**
   * `touch`: on hover, focus or tap, as all are. `visible`: also near the viewport. `hash`: also if the URL has a hash.
   * `stored`: also if a browser storage has a key with its name.
   */
  when: 'visible' | 'touch' | 'hash' | 'stored';
  /** The props of the server rendering, which hydration needs. */
  props: object;
  className?: string;
  children?: ReactNode;
}

/** A part of the page that is hydrated later. Until then it is working HTML. */
export function Island({ name, when, props, className, children }: IslandProps) {
  const code = useContext(IslandCodes)[name];
  return (
    <div
      className={className}
      data-island={name}
      data-src={code?.join(' ')}
      data-when={when}
      data-props={JSON.stringify(props)}
    >
      {children}
    </div>
  );
}
