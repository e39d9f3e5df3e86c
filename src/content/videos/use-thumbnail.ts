import { useEffect, useRef, useState } from 'react';
import { savesData } from '#ui/site/saves-data.ts';

/** Milliseconds that a poster must be visible before its thumbnail loads; scrolling past loads nothing. */
const visibleDelay = 700;

/** Width of YouTube's grey placeholder for a missing film. */
const placeholderWidth = 120;

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
      observer.disconnect();
      const source = `https://i.ytimg.com/vi/${film}/hqdefault.jpg`;
      if (await canLoad(source)) setThumbnail(source);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.some((entry) => entry.isIntersecting))
          timer = window.setTimeout(() => void fetchOnce(), visibleDelay);
      },
      { threshold: 0.5 },
    );
    observer.observe(box.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [film]);

  return { box, thumbnail };
}

/** Sequential, so that the first failure spares the rest. */
let queue: Promise<unknown> = Promise.resolve();

function canLoad(source: string): Promise<boolean> {
  const result = queue.then(async () => {
    if (unreachable) return false;
    const image = new Image();
    image.src = source;
    try {
      await image.decode();
      return image.naturalWidth > placeholderWidth;
    } catch {
      unreachable = true;
      return false;
    }
  });
  queue = result;
  return result;
}
