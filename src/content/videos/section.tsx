import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import type { Video } from './schema.ts';
import { videoStrings } from './strings.ts';
import { VideoGallery } from './video-gallery.tsx';

export function VideosSection({ videos }: { videos: Video[] }) {
  return (
    <section className="videos later" aria-labelledby="videos-heading">
      <div className="shell">
        <SectionHeading id="videos-heading" title={videoStrings.heading} lead={videoStrings.lead} />
        <Island name="videos" when="visible" props={{ videos }}>
          <VideoGallery videos={videos} />
        </Island>
      </div>
    </section>
  );
}
