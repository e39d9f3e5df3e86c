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
import { type BlockName, pathOfPage } from '#content/pages/addresses.ts';
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
        body: <HomePage hero={hero} content={content} />,
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

export function HomePage({ hero, content }: { hero: ReactNode; content: HomeContent }) {
  const names = Object.keys(homeSections) as HomeSectionName[];
  return (
    <>
      {hero}
      <Doors doors={content.doors ?? []} />
      {/* The scene shows invented pupils, so a site without any content does not have it. */}
      {names.some((name) => homeSections[name].records(content)?.length !== 0) && <SceneSection />}
      {names.map((name) => (
        <HomeSection key={name} name={name} content={content} />
      ))}
      <Island name="signed-out-notice" when="stored" props={{}}>
        <SignedOutNotice />
      </Island>
    </>
  );
}

/** To what the site says for one kind of institution. */
function Doors({ doors }: { doors: NonNullable<HomeContent['doors']> }) {
  if (doors.length === 0) return null;
  return (
    <nav className="doors shell" aria-labelledby="doors-heading">
      <p id="doors-heading">{homeWords.doors}</p>
      <ul className="flow">
        {doors.map(({ address, title }) => (
          <li key={address}>
            <a href={pathOfPage(address)} className="chip">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface HomeSectionShape {
  title: string;
  /** Null: failed to load. */
  records: (content: HomeContent) => readonly unknown[] | null;
  draw: (content: HomeContent) => ReactNode;
}

export const homeSections = {
  about: {
    title: aboutStrings.label,
    records: ({ about }) => about && (about.newest ? [about.newest] : []),
    draw: ({ about }) => about?.newest && <AboutSection about={about.newest} />,
  },
  statistics: {
    title: statisticStrings.label,
    records: ({ statistics }) => statistics,
    draw: ({ statistics }) => <StatisticsSection statistics={statistics ?? []} />,
  },
  news: {
    title: newsStrings.heading,
    records: ({ news }) => news?.items ?? null,
    draw: ({ news }) => <NewsSection items={news?.items ?? []} nextPage={news?.nextPage ?? null} />,
  },
  features: {
    title: featureStrings.heading,
    records: ({ features }) => features,
    draw: ({ features, screens }) => <FeaturesSection features={features ?? []} screens={screens ?? []} />,
  },
  packages: {
    title: packageStrings.heading,
    records: ({ packageGroups }) => packageGroups,
    draw: ({ packageGroups }) => <PackagesSection groups={packageGroups ?? []} />,
  },
  clients: {
    title: clientStrings.heading,
    records: ({ clients }) => clients,
    draw: ({ clients }) => <ClientsSection clients={clients ?? []} />,
  },
  testimonials: {
    title: testimonialStrings.heading,
    records: ({ testimonials }) => testimonials,
    draw: ({ testimonials }) => <TestimonialsSection testimonials={testimonials ?? []} />,
  },
  videos: {
    title: videoStrings.heading,
    records: ({ videos }) => videos,
    draw: ({ videos }) => <VideosSection videos={videos ?? []} />,
  },
  downloads: {
    title: downloadStrings.heading,
    records: ({ downloads }) => downloads,
    draw: ({ downloads }) => <DownloadsSection downloads={downloads ?? []} />,
  },
} satisfies Record<Exclude<BlockName, 'scene' | 'faq' | 'demo'>, HomeSectionShape>;

type HomeSectionName = keyof typeof homeSections;

function HomeSection({ name, content }: { name: HomeSectionName; content: HomeContent }) {
  const { title, records, draw } = homeSections[name];
  const all = records(content);
  if (all === null) return <FailedSection name={name} title={title} />;
  return all.length === 0 ? <EmptySection name={name} title={title} /> : draw(content);
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
