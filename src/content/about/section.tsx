import { pages } from '#paths.ts';
import { MissingPicture } from '#ui/site/alpona.tsx';
import { Article, Breadcrumb, ShareRow } from '#ui/site/article.tsx';
import { EmptyState, PageBand } from '#ui/site/page-band.tsx';
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

export function AboutPage({ about, address }: { about: About | null; address: string }) {
  return (
    <PageBand id="about-page-heading" title={aboutStrings.label} narrow>
      {about ? <AboutArticle about={about} address={address} level={2} /> : <EmptyState />}
    </PageBand>
  );
}

export function AboutDetailsPage({ about, address }: { about: About; address: string }) {
  return (
    <div className="article-page">
      <div className="shell">
        <AboutArticle about={about} address={address} level={1} />
      </div>
    </div>
  );
}

function AboutArticle({ about, address, level }: { about: About; address: string; level: 1 | 2 }) {
  return (
    <Article
      id="about-heading"
      level={level}
      date={about.date}
      title={about.title}
      lede={about.short_description}
      picture={about.picture}
      description={about.description}
      content={about.content}
      before={
        level === 1 && <Breadcrumb links={[{ href: pages.about, text: aboutStrings.label }]} here={about.title} />
      }
      after={<ShareRow title={about.title} address={address} />}
    />
  );
}
