import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import type { Video } from './kind.server.ts';
import { VideoGallery, videoStrings } from './video-gallery.tsx';

export function VideosSection({ videos }: { videos: Video[] }) {
  return (
    <section className="videos later" aria-labelledby="videos-heading">
      <div className="shell">
        <SectionHeading
          id="videos-heading"
          title={videoStrings.heading}
          lead="চাপ না দেওয়া পর্যন্ত ভিডিও চলে না, ডেটাও খরচ হয় না।"
        />
        <Island name="videos" when="visible" props={{ videos }}>
          <VideoGallery videos={videos} />
        </Island>
      </div>
    </section>
  );
}
