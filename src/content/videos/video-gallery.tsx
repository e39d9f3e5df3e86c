import { Icon } from '#ui/site/icon.tsx';
import type { Video } from './schema.ts';
import { VideoFacade } from './video-facade.tsx';
import { words } from './words.ts';
import { youtubeId } from './youtube.ts';

export function VideoGallery({ videos }: { videos: Video[] }) {
  return (
    <ul className="video-grid">
      {videos.map((video) => {
        const film = youtubeId(video.gallery_link);
        return (
          <li key={video.id} id={`video-${video.id}`}>
            {film ? <VideoFacade video={video} film={film} /> : <OutsideVideo video={video} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A film that we cannot show here. Only a web address may become a link. */
function OutsideVideo({ video }: { video: Video }) {
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
