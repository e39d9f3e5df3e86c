import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/site/icon.tsx';
import { Spinner } from '#ui/site/spinner.tsx';
import type { Video } from './schema.ts';
import { useThumbnail } from './use-thumbnail.ts';
import { words } from './words.ts';

/** A poster until someone asks for the film. Without JavaScript the title is a link to it. */
export function VideoFacade({ video, film }: { video: Video; film: string }) {
  const [asked, setAsked] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const { box, thumbnail } = useThumbnail(film);

  useEffect(() => {
    if (asked) frame.current?.focus();
  }, [asked]);

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAsked(true);
  }

  return (
    <article className="video-card">
      <div className="facade" ref={box}>
        {asked ? (
          <div className="facade-picture facade-waiting">
            <Spinner />
            <span className="sr-only" role="status">
              {words.loading}
            </span>
            <iframe
              ref={frame}
              src={`https://www.youtube-nocookie.com/embed/${film}?autoplay=1`}
              title={video.title}
              sandbox="allow-scripts allow-same-origin allow-presentation"
              referrerPolicy="strict-origin-when-cross-origin"
              allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
            />
          </div>
        ) : (
          <>
            <div className={`facade-picture poster-${(video.id % 4) + 1}`}>
              {thumbnail && <img src={thumbnail} alt="" width={480} height={360} decoding="async" />}
            </div>
            <span className="facade-play">
              <Icon name="film" className="" />
            </span>
          </>
        )}
      </div>
      <h3>
        {asked ? (
          video.title
        ) : (
          <a href={`https://www.youtube.com/watch?v=${film}`} onClick={onClick}>
            <span className="sr-only">{words.play}: </span>
            {video.title}
          </a>
        )}
      </h3>
    </article>
  );
}
