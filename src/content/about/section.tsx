import { pages } from '#paths.ts';
import { MissingPicture } from '#ui/site/alpona.tsx';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { About } from './schema.ts';
import { words } from './words.ts';

export function AboutSection({ about }: { about: About | null }) {
  if (!about) {
    return (
      <section className="pb-20" aria-label={words.label}>
        <div className="shell">
          <EmptyState />
        </div>
      </section>
    );
  }
  return (
    <section className="pt-8 pb-15 md:pb-21 lg:pt-15" aria-labelledby="about-heading">
      <div className="shell grid items-center gap-7 grid-cols-1 md:grid-cols-[46%_minmax(0,1fr)] md:gap-10 lg:gap-18">
        <div className="*:aspect-[8/5.4]">
          {about.picture ? (
            <div className="picture">
              <PictureImage
                picture={about.picture}
                alt=""
                sizes="(min-width: 1264px) 560px, (min-width: 760px) 46vw, calc(100vw - 36px)"
              />
            </div>
          ) : (
            <MissingPicture />
          )}
        </div>
        <div className="[&_.section-head]:mb-2">
          <SectionHeading id="about-heading" title={about.title} />
          <p className="text-ink-2">{about.shortDescription}</p>
          <p className="mt-3">
            <StitchLink href={pages.aboutDetails(about.id)} about={about.title}>
              {words.details}
            </StitchLink>
          </p>
        </div>
      </div>
    </section>
  );
}
