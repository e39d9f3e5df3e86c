import { createContext, type ReactNode, useContext } from 'react';

/** Where an island's code is, and what that code needs; known only after the client was built. */
export interface IslandCode {
  src: string;
  /** Fetched at the same time, so that a slow network is crossed once. */
  needs: string[];
}

export const IslandCodes = createContext<Record<string, IslandCode>>({});

interface IslandProps {
  name: string;
  /**
   * `touch`: pointed at, focused or tapped, as all are. `visible`: also when it comes near the window. `hash`: also when the
   * address names a place on the page. `kept`: also when the browser has kept something by its name.
   */
  when: 'visible' | 'touch' | 'hash' | 'kept';
  /** What the island's component was rendered with: it must be the same in the browser. */
  props: object;
  className?: string;
  children: ReactNode;
}

/** A part of the page that comes alive later. Until then it is plain HTML that works as such. */
export function Island({ name, when, props, className, children }: IslandProps) {
  const code = useContext(IslandCodes)[name];
  return (
    <div
      className={className}
      data-island={name}
      data-src={code?.src}
      data-needs={code?.needs.join(' ') || undefined}
      data-when={when}
      data-props={JSON.stringify(props)}
    >
      {children}
    </div>
  );
}
