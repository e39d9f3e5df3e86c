import { OutsideVideo } from './outside-video.tsx';
import type { Video } from './schema.ts';
import { VideoFacade } from './video-facade.tsx';
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
