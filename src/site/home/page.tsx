import { SignedOutNotice } from '#accounts/signed-out/signed-out-notice.tsx';
import type { About } from '#content/about/schema.ts';
import { AboutSection } from '#content/about/section.tsx';
import type { Client } from '#content/clients/schema.ts';
import { ClientsSection } from '#content/clients/section.tsx';
import type { Download } from '#content/downloads/schema.ts';
import { DownloadsSection } from '#content/downloads/section.tsx';
import type { Feature } from '#content/features/schema.ts';
import { FeaturesSection } from '#content/features/section.tsx';
import type { NewsTeaser } from '#content/news/schema.ts';
import { NewsSection } from '#content/news/section.tsx';
import type { PackageGroup } from '#content/packages/schema.ts';
import { PackagesSection } from '#content/packages/section.tsx';
import type { Statistic } from '#content/statistics/schema.ts';
import { StatisticsSection } from '#content/statistics/section.tsx';
import type { Testimonial } from '#content/testimonials/schema.ts';
import { TestimonialsSection } from '#content/testimonials/section.tsx';
import type { Video } from '#content/videos/schema.ts';
import { VideosSection } from '#content/videos/section.tsx';
import type { DemoFormState } from '#leads/form/schema.ts';
import { Island } from '#ui/site/island.tsx';
import { Hero } from './hero.tsx';

export interface HomeProps {
  about: About | null;
  statistics: Statistic[];
  news: { items: NewsTeaser[]; nextPage: number | null };
  features: Feature[];
  packageGroups: PackageGroup[];
  clients: Client[];
  testimonials: Testimonial[];
  videos: Video[];
  downloads: Download[];
  demoForm: DemoFormState;
  csrfToken: string;
}

/** The home page: a door for each kind of content. */
export function HomePage(props: HomeProps) {
  return (
    <>
      <Hero demoForm={props.demoForm} csrfToken={props.csrfToken} />
      <AboutSection about={props.about} />
      <StatisticsSection statistics={props.statistics} />
      <NewsSection items={props.news.items} nextPage={props.news.nextPage} />
      <FeaturesSection features={props.features} />
      <PackagesSection groups={props.packageGroups} />
      <ClientsSection clients={props.clients} />
      <TestimonialsSection testimonials={props.testimonials} />
      <VideosSection videos={props.videos} />
      <DownloadsSection downloads={props.downloads} />
      <Island name="signed-out-notice" when="kept" props={{}}>
        <SignedOutNotice />
      </Island>
    </>
  );
}
