import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/site/icon.tsx';
import { savesData } from '#ui/site/saves-data.ts';
import { SiteSpinner } from '#ui/site/spinner.tsx';
import type { Video } from './schema.ts';
import { videoStrings } from './strings.ts';

/** Milliseconds that a poster must be visible before its thumbnail loads; scrolling past loads nothing. */
const visibleDelay = 700;

/** Width of YouTube's grey placeholder for a missing film. */
const placeholderWidth = 120;

/** Set after the first network failure: in a closed network only one request is made. */
let unreachable = false;

/** Sequential, so that the first failure spares the rest. */
let queue: Promise<unknown> = Promise.resolve();

/** Timeout for YouTube in milliseconds. */
const playerTimeout = 15_000;

/** A poster until the visitor starts the film. Without JavaScript the title is a link. */
export function VideoFacade({ video, film }: { video: Video; film: string }) {
  const { state, play } = usePlayer(film);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const { box, thumbnail } = useThumbnail(film);
  const isStarted = state === 'coming' || state === 'playing';
  const address = `https://www.youtube.com/watch?v=${film}`;

  useEffect(() => {
    // The focused button is gone. Leave the focus alone if the visitor has moved it.
    if (document.activeElement !== document.body) return;
    if (state === 'playing') frame.current?.focus();
    if (state === 'unreachable') link.current?.focus({ preventScroll: true });
  }, [state]);

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void play();
  }

  return (
    <article className="video-card on-dark">
      <div className="facade" ref={box}>
        {isStarted ? (
          <div className="facade-picture facade-waiting center">
            <SiteSpinner />
            <span className="sr-only" role="status">
              {videoStrings.loading}
            </span>
            <iframe
              ref={frame}
              className={state === 'coming' ? 'facade-hidden' : ''}
              src={`https://www.youtube-nocookie.com/embed/${film}?autoplay=1`}
              title={video.gallery_title}
              sandbox="allow-scripts allow-same-origin allow-presentation"
              referrerPolicy="strict-origin-when-cross-origin"
              allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
            />
          </div>
        ) : (
          <>
            <div className="facade-picture">
              {thumbnail && <img src={thumbnail} alt="" width={480} height={360} decoding="async" />}
            </div>
            <span className="facade-play center">
              <Icon name="film" className="" />
            </span>
          </>
        )}
      </div>
      <h3>
        {isStarted ? (
          video.gallery_title
        ) : (
          <a href={address} onClick={onClick} ref={link}>
            <span className="sr-only">{videoStrings.play}: </span>
            {video.gallery_title}
          </a>
        )}
      </h3>
      {state === 'unreachable' && (
        <div className="video-trouble" role="alert">
          <Icon name="offline" />
          <p>
            {videoStrings.unreachable}{' '}
            <a href={address} className="stitch-link" rel="noopener noreferrer">
              {videoStrings.onYoutube}
              <span className="sr-only">: {video.gallery_title}</span>
            </a>
          </p>
        </div>
      )}
    </article>
  );
}

/** `coming`: loading; it is still unknown whether YouTube can be reached. */
type State = 'poster' | 'coming' | 'playing' | 'unreachable';

/**
 * An iframe does not report load errors and would show the browser's error page. So a small image from YouTube is
 * requested first, and the iframe is shown only if it loads.
 */
function usePlayer(film: string) {
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

/** Loads the thumbnail once the poster has been visible for a while, unless the visitor saves data. */
function useThumbnail(film: string) {
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
