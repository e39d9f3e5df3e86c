import { useEffect, useRef, useState } from 'react';
import { savesData } from '#ui/site/saves-data.ts';

/** How long a poster must be looked at: whoever only scrolls past pays for no picture. */
const patience = 700;

/** YouTube answers for a film it does not have with a grey picture of this width. */
const widthOfNothing = 120;

/** Set once a picture could not be reached at all: in a closed network it is asked for once, not for every film. */
let unreachable = false;

/** The film's own picture, for a reader who looks at its poster and is not saving data. A broken one never shows. */
export function useThumbnail(film: string) {
  const box = useRef<HTMLDivElement>(null);
  const [thumbnail, setThumbnail] = useState<string | null>(null);

  useEffect(() => {
    if (!box.current || savesData() || !navigator.onLine) return;
    let timer = 0;
    const fetchOnce = async () => {
      watch.disconnect();
      const source = `https://i.ytimg.com/vi/${film}/hqdefault.jpg`;
      if (await loads(source)) setThumbnail(source);
    };
    const watch = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.some((entry) => entry.isIntersecting)) timer = window.setTimeout(() => void fetchOnce(), patience);
      },
      { threshold: 0.5 },
    );
    watch.observe(box.current);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [film]);

  return { box, thumbnail };
}

/** One at a time, so that the first failure spares the rest. */
let queue: Promise<unknown> = Promise.resolve();

function loads(source: string): Promise<boolean> {
  const turn = queue.then(async () => {
    if (unreachable) return false;
    const image = new Image();
    image.src = source;
    try {
      await image.decode();
      return image.naturalWidth > widthOfNothing;
    } catch {
      unreachable = true;
      return false;
    }
  });
  queue = turn;
  return turn;
}
