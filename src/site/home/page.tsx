import type { ReactNode } from 'react';
import { SignedOutNotice } from '#accounts/signed-out/signed-out-notice.tsx';
import type { About } from '#content/about/schema.ts';
import { AboutSection } from '#content/about/section.tsx';
import { words as aboutWords } from '#content/about/words.ts';
import type { Client } from '#content/clients/schema.ts';
import { ClientsSection } from '#content/clients/section.tsx';
import { words as clientWords } from '#content/clients/words.ts';
import type { Download } from '#content/downloads/schema.ts';
import { DownloadsSection } from '#content/downloads/section.tsx';
import { words as downloadWords } from '#content/downloads/words.ts';
import type { Feature } from '#content/features/schema.ts';
import type { TourScreen } from '#content/features/screens/schema.ts';
import { FeaturesSection } from '#content/features/section.tsx';
import { words as featureWords } from '#content/features/words.ts';
import type { NewsTeaser } from '#content/news/schema.ts';
import { NewsSection } from '#content/news/section.tsx';
import { words as newsWords } from '#content/news/words.ts';
import type { PackageGroup } from '#content/packages/schema.ts';
import { PackagesSection } from '#content/packages/section.tsx';
import { words as packageWords } from '#content/packages/words.ts';
import type { Statistic } from '#content/statistics/schema.ts';
import { StatisticsSection } from '#content/statistics/section.tsx';
import { words as statisticWords } from '#content/statistics/words.ts';
import type { QuotedTestimonial } from '#content/testimonials/schema.ts';
import { TestimonialsSection } from '#content/testimonials/section.tsx';
import { words as testimonialWords } from '#content/testimonials/words.ts';
import type { Video } from '#content/videos/schema.ts';
import { VideosSection } from '#content/videos/section.tsx';
import { words as videoWords } from '#content/videos/words.ts';
import { Island } from '#ui/site/island.tsx';
import { SceneSection } from './scene.tsx';
import { UnreadSection } from './unread-section.tsx';

/** What could not be read is null. */
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

/** The home page: a door for each kind of content. */
export function HomePage(props: HomeProps) {
  const { about, statistics, news, features, packageGroups, clients, testimonials, videos, downloads } = props;
  return (
    <>
      {props.hero}
      <SceneSection />
      {about ? <AboutSection about={about.newest} /> : <UnreadSection name="about" title={aboutWords.label} />}
      {statistics ? (
        <StatisticsSection statistics={statistics} />
      ) : (
        <UnreadSection name="statistics" title={statisticWords.label} />
      )}
      {news ? (
        <NewsSection items={news.items} nextPage={news.nextPage} />
      ) : (
        <UnreadSection name="news" title={newsWords.heading} />
      )}
      {features ? (
        <FeaturesSection features={features} screens={props.screens ?? []} />
      ) : (
        <UnreadSection name="features" title={featureWords.heading} />
      )}
      {packageGroups ? (
        <PackagesSection groups={packageGroups} />
      ) : (
        <UnreadSection name="packages" title={packageWords.heading} />
      )}
      {clients ? <ClientsSection clients={clients} /> : <UnreadSection name="clients" title={clientWords.heading} />}
      {testimonials ? (
        <TestimonialsSection testimonials={testimonials} />
      ) : (
        <UnreadSection name="testimonials" title={testimonialWords.heading} />
      )}
      {videos ? <VideosSection videos={videos} /> : <UnreadSection name="videos" title={videoWords.heading} />}
      {downloads ? (
        <DownloadsSection downloads={downloads} />
      ) : (
        <UnreadSection name="downloads" title={downloadWords.heading} />
      )}
      <Island name="signed-out-notice" when="kept" props={{}}>
        <SignedOutNotice />
      </Island>
    </>
  );
}
