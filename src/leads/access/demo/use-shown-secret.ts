import { useEffect, useState } from 'react';

/** How long a secret that was asked for stays on the screen, in milliseconds. */
const shownFor = 60_000;

/** A secret that is shown for a while, and the way to show or hide it. */
export function useShownSecret(): [string | null, (secret: string | null) => void] {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown, setShown];
}
