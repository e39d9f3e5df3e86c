import { useEffect, useRef, useState } from 'react';
import { savesData } from '#ui/site/saves-data.ts';

/** Milliseconds that a poster must be visible before its thumbnail loads; scrolling past loads nothing. */
const patience = 700;

/** Width of YouTube's grey placeholder for a missing film. */
const widthOfNothing = 120;

/** Set after the first network failure: in a closed network only one request is made. */
let unreachable = false;

/** Loads the thumbnail once the poster has been visible for a while, unless the visitor saves data. */
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

/** Sequential, so that the first failure spares the rest. */
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
