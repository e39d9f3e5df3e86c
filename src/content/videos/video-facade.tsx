import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '#ui/site/icon.tsx';
import { SiteSpinner } from '#ui/site/spinner.tsx';
import type { Video } from './schema.ts';
import { videoStrings } from './strings.ts';
import { usePlayer } from './use-player.ts';
import { useThumbnail } from './use-thumbnail.ts';

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
          <div className="facade-picture facade-waiting">
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
            <span className="facade-play">
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
