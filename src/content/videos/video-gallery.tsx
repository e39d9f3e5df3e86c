import { OutsideVideo } from './outside-video.tsx';
import { type Video, youtubeId } from './schema.ts';
import { VideoFacade } from './video-facade.tsx';

export function VideoGallery({ videos }: { videos: Video[] }) {
  return (
    <ul className="video-grid">
      {videos.map((video) => {
        const film = youtubeId(video.link);
        return (
          <li key={video.id}>{film ? <VideoFacade video={video} film={film} /> : <OutsideVideo video={video} />}</li>
        );
      })}
    </ul>
  );
}
