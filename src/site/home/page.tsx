import type { ReactNode } from 'react';
import { SignedOutNotice } from '#auth/signed-out/signed-out-notice.tsx';
import type { About } from '#content/about/kind.server.ts';
import { AboutSection, aboutStrings as aboutWords } from '#content/about/section.tsx';
import { clientStrings as clientWords } from '#content/clients/client-cell.tsx';
import type { Client } from '#content/clients/kind.server.ts';
import { ClientsSection } from '#content/clients/section.tsx';
import type { Download } from '#content/downloads/kind.server.ts';
import { DownloadsSection, downloadStrings as downloadWords } from '#content/downloads/section.tsx';
import type { Feature } from '#content/features/data.server.ts';
import type { TourScreen } from '#content/features/screens/data.server.ts';
import { FeaturesSection, featureStrings as featureWords } from '#content/features/section.tsx';
import type { NewsTeaser } from '#content/news/kind.server.ts';
import { newsStrings as newsWords } from '#content/news/news-card.tsx';
import { NewsSection } from '#content/news/section.tsx';
import type { PackageGroup } from '#content/packages/kind.server.ts';
import { PackagesSection } from '#content/packages/section.tsx';
import { packageStrings as packageWords } from '#content/packages/strings.ts';
import type { Statistic } from '#content/statistics/kind.server.ts';
import { StatisticsSection, statisticStrings as statisticWords } from '#content/statistics/section.tsx';
import type { QuotedTestimonial } from '#content/testimonials/kind.server.ts';
import { testimonialStrings as testimonialWords } from '#content/testimonials/quote-card.tsx';
import { TestimonialsSection } from '#content/testimonials/section.tsx';
import type { Video } from '#content/videos/kind.server.ts';
import { VideosSection } from '#content/videos/section.tsx';
import { videoStrings as videoWords } from '#content/videos/video-gallery.tsx';
import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import { homeWords } from '../strings.ts';
import { SceneSection } from './scene.tsx';

/** Parts that failed to load are null. */
export interface HomeProps {
  about: { newest: About | null } | null;
  statistics: Statistic[] | null;
  news: { items: NewsTeaser[]; nextPage: number | null } | null;
  features: Feature[] | null;
  screens: TourScreen[] | null;
  packageGroups: PackageGroup[] | null;
  clients: Client[] | null;
  testimonials: QuotedTestimonial[] | null;
  videos: Video[] | null;
  downloads: Download[] | null;
  hero: ReactNode;
}

export function HomePage(props: HomeProps) {
  const { statistics, features, screens, packageGroups, clients, testimonials, videos, downloads } = props;
  const about = props.about && (props.about.newest ? [props.about.newest] : []);
  const news = props.news?.items ?? null;
  const lists = [about, statistics, news, features, packageGroups, clients, testimonials, videos, downloads];
  return (
    <>
      {props.hero}
      {/* The scene shows invented pupils, so a site without any content does not have it. */}
      {lists.some((list) => list?.length !== 0) && <SceneSection />}
      <HomeSection name="about" title={aboutWords.label} records={about}>
        {([newest]) => newest && <AboutSection about={newest} />}
      </HomeSection>
      <HomeSection name="statistics" title={statisticWords.label} records={statistics}>
        {(records) => <StatisticsSection statistics={records} />}
      </HomeSection>
      <HomeSection name="news" title={newsWords.heading} records={news}>
        {(records) => <NewsSection items={records} nextPage={props.news?.nextPage ?? null} />}
      </HomeSection>
      <HomeSection name="features" title={featureWords.heading} records={features}>
        {(records) => <FeaturesSection features={records} screens={screens ?? []} />}
      </HomeSection>
      <HomeSection name="packages" title={packageWords.heading} records={packageGroups}>
        {(records) => <PackagesSection groups={records} />}
      </HomeSection>
      <HomeSection name="clients" title={clientWords.heading} records={clients}>
        {(records) => <ClientsSection clients={records} />}
      </HomeSection>
      <HomeSection name="testimonials" title={testimonialWords.heading} records={testimonials}>
        {(records) => <TestimonialsSection testimonials={records} />}
      </HomeSection>
      <HomeSection name="videos" title={videoWords.heading} records={videos}>
        {(records) => <VideosSection videos={records} />}
      </HomeSection>
      <HomeSection name="downloads" title={downloadWords.heading} records={downloads}>
        {(records) => <DownloadsSection downloads={records} />}
      </HomeSection>
      <Island name="signed-out-notice" when="stored" props={{}}>
        <SignedOutNotice />
      </Island>
    </>
  );
}

interface HomeSectionProps<Content> {
  name: string;
  title: string;
  /** Null: failed to load. */
  records: Content[] | null;
  children: (records: Content[]) => ReactNode;
}

function HomeSection<Content>({ name, title, records, children }: HomeSectionProps<Content>) {
  if (records === null) return <FailedSection name={name} title={title} />;
  return records.length === 0 ? <EmptySection name={name} title={title} /> : children(records);
}

function EmptySection({ name, title }: { name: string; title: string }) {
  const heading = `${name}-heading`;
  return (
    <section id={name} className="empty-section" aria-labelledby={heading}>
      <div className="shell">
        <h2 id={heading}>{title}</h2>
        <p>
          <b lang="en">{shared.empty}</b> <span>{shared.emptyLine}</span>
        </p>
      </div>
    </section>
  );
}

function FailedSection({ name, title }: { name: string; title: string }) {
  const heading = `${name}-heading`;
  return (
    <section id={name} className="band later" aria-labelledby={heading}>
      <div className="shell">
        <SectionHeading id={heading} title={title} />
        <div className="notice">
          <Icon name="error" />
          <div>
            <b>{homeWords.unread}</b>
            {homeWords.unreadLine}
          </div>
          <a href={pages.home} className="button button-quiet button-small">
            <Icon name="retry" />
            {shared.retry}
          </a>
        </div>
      </div>
    </section>
  );
}
