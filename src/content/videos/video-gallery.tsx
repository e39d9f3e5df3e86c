import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { youtubeId } from '#api/youtube.ts';
import { Icon, SiteSpinner } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Video } from './kind.server.ts';

export function VideoGallery({ videos }: { videos: Video[] }) {
  return (
    <ul className="video-grid">
      {videos.map((video, index) => {
        const film = youtubeId(video.gallery_link);
        return (
          <li key={video.id} id={`video-${video.id}`}>
            {film === null ? (
              <OutsideVideo video={video} />
            ) : (
              <VideoFacade video={video} film={film} isFirst={index === 0} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A film that can't be embedded. Only http and https addresses become links. */
function OutsideVideo({ video }: { video: Video }) {
  return (
    <div className="video-card video-outside on-dark">
      <h3>{video.gallery_title}</h3>
      {/^https?:\/\//i.test(video.gallery_link) && (
        <a href={video.gallery_link} className="stitch-link" rel="noopener noreferrer">
          ভিডিওটি অন্য পাতায় দেখুন
          <span className="sr-only">: {video.gallery_title}</span>
          <Icon name="outside" />
        </a>
      )}
    </div>
  );
}

/** Three in a row, or two; in a narrow window the first is large, the others are lines. */
const sizes = (isFirst: boolean) =>
  `(min-width: 64rem) 400px, (min-width: 47.5rem) 50vw, ${isFirst ? '100vw' : '88px'}`;

interface VideoFacadeProps {
  video: Video;
  film: string;
  isFirst: boolean;
}

/** `coming`: the player's frame loads. It loads an error page, too, so the link to YouTube stands below it. */
type State = 'poster' | 'coming' | 'playing' | 'unreachable';

/** A poster until the visitor starts the film. Without JavaScript the title is a link. */
function VideoFacade({ video, film, isFirst }: VideoFacadeProps) {
  const [state, setState] = useState<State>('poster');
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
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
    setState(navigator.onLine ? 'coming' : 'unreachable');
  }

  return (
    <article className="video-card on-dark">
      <div className="facade">
        {isStarted ? (
          <div className="facade-picture facade-waiting center">
            <SiteSpinner />
            <span className="sr-only" role="status">
              ভিডিও আনা হচ্ছে
            </span>
            <iframe
              ref={frame}
              className={state === 'coming' ? 'facade-hidden' : ''}
              src={`https://www.youtube-nocookie.com/embed/${film}?autoplay=1`}
              title={video.gallery_title}
              onLoad={() => setState('playing')}
              sandbox="allow-scripts allow-same-origin allow-presentation"
              referrerPolicy="strict-origin-when-cross-origin"
              allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
            />
          </div>
        ) : (
          <>
            <div className="facade-picture">
              {video.picture && <PictureImage picture={video.picture} alt="" sizes={sizes(isFirst)} />}
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
            <span className="sr-only">ভিডিও চালান: </span>
            {video.gallery_title}
          </a>
        )}
      </h3>
      {state !== 'poster' && (
        <div className={isStarted ? 'video-elsewhere' : 'video-trouble'} role={isStarted ? undefined : 'alert'}>
          {!isStarted && <Icon name="offline" />}
          <p>
            {isStarted
              ? 'ভিডিও না চললে এখানে দেখুন:'
              : 'ইউটিউব থেকে ভিডিওটি আনা গেল না। সংযোগ দেখে ছবিতে আবার চাপ দিন, নয়তো এখানে যান:'}{' '}
            <a href={address} className="stitch-link" rel="noopener noreferrer">
              ইউটিউবে দেখুন
              <span className="sr-only">: {video.gallery_title}</span>
            </a>
          </p>
        </div>
      )}
    </article>
  );
}

export const videoStrings = {
  heading: 'ভিডিও গ্যালারি',
} as const;
