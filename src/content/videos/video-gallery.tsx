import { canBeFilm, youtubeId } from '#api/youtube.ts';
import { Icon } from '#ui/site/icon.tsx';
import type { Video } from './schema.ts';
import { videoStrings } from './strings.ts';
import { VideoFacade } from './video-facade.tsx';

export function VideoGallery({ videos }: { videos: Video[] }) {
  return (
    <ul className="video-grid">
      {videos.map((video, index) => {
        const film = youtubeId(video.gallery_link);
        return (
          <li key={video.id} id={`video-${video.id}`}>
            {film === null && <OutsideVideo video={video} />}
            {film !== null &&
              (canBeFilm(film) ? (
                <VideoFacade video={video} film={film} isFirst={index === 0} />
              ) : (
                <SampleVideo video={video} />
              ))}
          </li>
        );
      })}
    </ul>
  );
}

/** A poster of a sample video: nothing to play. */
function SampleVideo({ video }: { video: Video }) {
  return (
    <article className="video-card on-dark">
      <div className="facade">
        <div className="facade-picture facade-sample center">
          <span className="chip">{videoStrings.sample}</span>
        </div>
      </div>
      <h3>{video.gallery_title}</h3>
    </article>
  );
}

/** A film that can't be embedded. Only http and https addresses become links. */
function OutsideVideo({ video }: { video: Video }) {
  return (
    <div className="video-card video-outside on-dark">
      <h3>{video.gallery_title}</h3>
      {/^https?:\/\//i.test(video.gallery_link) && (
        <a href={video.gallery_link} className="stitch-link" rel="noopener noreferrer">
          {videoStrings.outside}
          <span className="sr-only">: {video.gallery_title}</span>
          <Icon name="outside" />
        </a>
      )}
    </div>
  );
}
