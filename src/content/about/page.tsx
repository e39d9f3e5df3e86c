import { pages } from '#paths.ts';
import { Article } from '#ui/site/article.tsx';
import { Breadcrumb } from '#ui/site/breadcrumb.tsx';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { ShareRow } from '#ui/site/share-row.tsx';
import type { About } from './kind.server.ts';
import { aboutStrings } from './section.tsx';

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
