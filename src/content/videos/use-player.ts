import { useState } from 'react';

/** How long YouTube may be silent before it counts as out of reach, in milliseconds. */
const patience = 15_000;

/** `coming`: the player is on its way behind the spinner, and nobody knows yet whether YouTube can be reached. */
type State = 'poster' | 'coming' | 'playing' | 'unreachable';

/**
 * The player of a film. A frame does not tell whether its page came: where YouTube is out of reach, browsers show an
 * error of their own in it. A small picture from there does tell, so the frame is only shown after it.
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
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([came, late]);
}
