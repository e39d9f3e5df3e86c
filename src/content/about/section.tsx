import { pages } from '#paths.ts';
import { MissingPicture } from '#ui/site/alpona.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { About } from './kind.server.ts';

export function AboutSection({ about }: { about: About }) {
  return (
    <section className="about" aria-labelledby="about-heading">
      <div className="shell">
        <div className="about-picture">
          {about.picture ? (
            <div className="picture">
              <PictureImage
                picture={about.picture}
                alt=""
                sizes="(min-width: 1264px) 560px, (min-width: 760px) 46vw, 112px"
              />
            </div>
          ) : (
            <MissingPicture />
          )}
        </div>
        <div className="about-words">
          <SectionHeading id="about-heading" title={about.title} />
          <p>{about.short_description}</p>
          <p>
            <StitchLink href={pages.aboutDetails(about.id)} about={about.title}>
              বিস্তারিত <span lang="en">{aboutStrings.detailsInEnglish}</span>
            </StitchLink>
          </p>
        </div>
      </div>
    </section>
  );
}

export const aboutStrings = {
  detailsInEnglish: 'details',
  label: 'পরিচিতি',
} as const;
