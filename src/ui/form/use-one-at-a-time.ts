import { useRef } from 'react';

/** Runs what it is given unless the last one still runs: a form on its way is not sent again by another key. */
export function useOneAtATime(): (act: () => Promise<void>) => Promise<void> {
  const busy = useRef(false);
  return async (act) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await act();
    } finally {
      busy.current = false;
    }
  };
}
