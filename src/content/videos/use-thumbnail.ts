import { useEffect, useRef, useState } from 'react';

/** The film's own picture, fetched only once it is in view and only for a reader who is not saving data. */
export function useThumbnail(film: string) {
  const box = useRef<HTMLDivElement>(null);
  const [thumbnail, setThumbnail] = useState<string | null>(null);

  useEffect(() => {
    if (!box.current || savesData() || !navigator.onLine) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setThumbnail(`https://i.ytimg.com/vi/${film}/hqdefault.jpg`);
        watch.disconnect();
      },
      { threshold: 0.5 },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [film]);

  // A broken picture never shows: the poster below it stays.
  return { box, thumbnail, onThumbnailError: () => setThumbnail(null) };
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
