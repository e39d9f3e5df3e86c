import { currentAbout } from '#content/about/data.server.ts';
import { allClients } from '#content/clients/data.server.ts';
import { allDownloads } from '#content/downloads/data.server.ts';
import { allFeatures } from '#content/features/data.server.ts';
import { pageOfNews } from '#content/news/data.server.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { allStatistics } from '#content/statistics/data.server.ts';
import { allTestimonials } from '#content/testimonials/data.server.ts';
import { allVideos } from '#content/videos/data.server.ts';
import { lastChange } from '#server/cache/changes.server.ts';
import type { Database } from '#server/database/open.server.ts';

/** The kinds that the home page shows; a write to one of them makes the page anew. */
export const kindsOnHome = [
  'about',
  'statistics',
  'news',
  'features',
  'packages',
  'clients',
  'testimonials',
  'videos',
  'downloads',
];

type HomeContent = Awaited<ReturnType<typeof readContent>>;

const lastRead = new WeakMap<Database, { seq: number; content: HomeContent }>();

/** What the home page shows, read once after each write to content. */
export async function readHome(database: Database): Promise<HomeContent> {
  // Before the content: a write in between then makes it be read again.
  const seq = await lastChange(database);
  const known = lastRead.get(database);
  if (known?.seq === seq) return known.content;
  const content = await readContent(database);
  lastRead.set(database, { seq, content });
  return content;
}

async function readContent(database: Database) {
  const [about, statistics, news, features, packageGroups, clients, testimonials, videos, downloads] =
    await Promise.all([
      currentAbout(database),
      allStatistics(database),
      pageOfNews(database, 1),
      allFeatures(database),
      allPackageGroups(database),
      allClients(database),
      allTestimonials(database),
      allVideos(database),
      allDownloads(database),
    ]);
  const nextPage = news.total > news.items.length ? 2 : null;
  return {
    about,
    statistics,
    news: { items: news.items, nextPage },
    features,
    packageGroups,
    clients,
    testimonials,
    videos,
    downloads,
  };
}
