import { useState } from 'react';

/** Timeout for YouTube in milliseconds. */
const playerTimeout = 15_000;

/** `coming`: loading; it is still unknown whether YouTube can be reached. */
type State = 'poster' | 'coming' | 'playing' | 'unreachable';

/**
 * An iframe does not report load errors and would show the browser's error page. So a small image from YouTube is
 * requested first, and the iframe is shown only if it loads.
 */
export function usePlayer(film: string) {
  const [state, setState] = useState<State>('poster');
  const play = async () => {
    setState('coming');
    setState((await isReachable(film)) ? 'playing' : 'unreachable');
  };
  return { state, play };
}

async function isReachable(film: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  const image = new Image();
  image.src = `https://i.ytimg.com/vi/${film}/default.jpg`;
  const came = image.decode().then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, playerTimeout, false));
  return Promise.race([came, late]);
}
