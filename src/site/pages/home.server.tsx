import type { ReactNode } from 'react';
import { SignedOutNotice } from '#auth/signed-out/signed-out-notice.tsx';
import { AboutSection, aboutStrings } from '#content/about/section.tsx';
import { clientStrings } from '#content/clients/client-cell.tsx';
import { ClientsSection } from '#content/clients/section.tsx';
import { DownloadsSection, downloadStrings } from '#content/downloads/section.tsx';
import { FeaturesSection, featureStrings } from '#content/features/section.tsx';
import { newsStrings } from '#content/news/news-card.tsx';
import { NewsSection } from '#content/news/section.tsx';
import { PackagesSection } from '#content/packages/section.tsx';
import { packageStrings } from '#content/packages/strings.ts';
import { StatisticsSection, statisticStrings } from '#content/statistics/section.tsx';
import { testimonialStrings } from '#content/testimonials/quote-card.tsx';
import { TestimonialsSection } from '#content/testimonials/section.tsx';
import { VideosSection } from '#content/videos/section.tsx';
import { videoStrings } from '#content/videos/video-gallery.tsx';
import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { Band } from '#ui/site/page-band.tsx';
import { sharedStrings } from '#ui/site/strings.ts';
import { iconPath } from '../app-manifest.server.ts';
import { type HomeContent, kindsOnHome, readHome } from '../home/data.server.ts';
import { HeroSection } from '../home/hero.server.tsx';
import { SceneSection } from '../home/scene.tsx';
import type { Site } from '../site.server.ts';
import { homeWords } from '../strings.ts';
import { organization, software, videoObjects, webSite } from '../structured-data.server.ts';
import { publicPage } from './public-page.server.tsx';

export function homePage(site: Site): void {
  const { database, log, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.home,
    shows: kindsOnHome,
    hasForm: true,
    read: async ({ vendor, sample, form }) => {
      const { content, failure } = await readHome(database, log, sample);
      const hero = <HeroSection form={form} {...content} />;
      return {
        text: vendor.pages.home,
        sheet: 'home',
        body: <HomePage {...content} hero={hero} />,
        formSection: hero,
        things: [
          organization(origin, vendor, iconPath('icon-512', vendor)),
          webSite(origin, vendor),
          software(origin, vendor, content.packageGroups ?? []),
          ...videoObjects(content.videos ?? [], content.videoDates ?? new Map()),
        ],
        missing: failure,
      };
    },
  });
}

export function HomePage(props: HomeContent & { hero: ReactNode }) {
  const { statistics, features, screens, packageGroups, clients, testimonials, videos, downloads } = props;
  const about = props.about && (props.about.newest ? [props.about.newest] : []);
  const news = props.news?.items ?? null;
  const lists = [about, statistics, news, features, packageGroups, clients, testimonials, videos, downloads];
  return (
    <>
      {props.hero}
      {/* The scene shows invented pupils, so a site without any content does not have it. */}
      {lists.some((list) => list?.length !== 0) && <SceneSection />}
      <HomeSection name="about" title={aboutStrings.label} records={about}>
        {([newest]) => newest && <AboutSection about={newest} />}
      </HomeSection>
      <HomeSection name="statistics" title={statisticStrings.label} records={statistics}>
        {(records) => <StatisticsSection statistics={records} />}
      </HomeSection>
      <HomeSection name="news" title={newsStrings.heading} records={news}>
        {(records) => <NewsSection items={records} nextPage={props.news?.nextPage ?? null} />}
      </HomeSection>
      <HomeSection name="features" title={featureStrings.heading} records={features}>
        {(records) => <FeaturesSection features={records} screens={screens ?? []} />}
      </HomeSection>
      <HomeSection name="packages" title={packageStrings.heading} records={packageGroups}>
        {(records) => <PackagesSection groups={records} />}
      </HomeSection>
      <HomeSection name="clients" title={clientStrings.heading} records={clients}>
        {(records) => <ClientsSection clients={records} />}
      </HomeSection>
      <HomeSection name="testimonials" title={testimonialStrings.heading} records={testimonials}>
        {(records) => <TestimonialsSection testimonials={records} />}
      </HomeSection>
      <HomeSection name="videos" title={videoStrings.heading} records={videos}>
        {(records) => <VideosSection videos={records} />}
      </HomeSection>
      <HomeSection name="downloads" title={downloadStrings.heading} records={downloads}>
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
          <b lang="en">{sharedStrings.empty}</b> <span>{sharedStrings.emptyLine}</span>
        </p>
      </div>
    </section>
  );
}

function FailedSection({ name, title }: { name: string; title: string }) {
  const heading = `${name}-heading`;
  return (
    <Band className="later" anchor={name} id={heading} title={title}>
      <div className="notice">
        <Icon name="error" />
        <div>
          <b>{homeWords.unread}</b>
          {homeWords.unreadLine}
        </div>
        <a href={pages.home} className="button button-quiet button-small">
          <Icon name="retry" />
          {sharedStrings.retry}
        </a>
      </div>
    </Band>
  );
}
