import { Icon } from '#ui/site/icon.tsx';
import type { Video } from './schema.ts';
import { words } from './words.ts';

/** A film that we cannot show here. Only a web address may become a link. */
export function OutsideVideo({ video }: { video: Video }) {
  return (
    <div className="video-card video-outside on-dark">
      <h3>{video.gallery_title}</h3>
      {/^https?:\/\//i.test(video.gallery_link) && (
        <a href={video.gallery_link} className="stitch-link" rel="noopener noreferrer">
          {words.outside}
          <span className="sr-only">: {video.gallery_title}</span>
          <Icon name="outside" />
        </a>
      )}
    </div>
  );
}
