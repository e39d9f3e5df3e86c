import { abouts } from '#content/about/data.server.ts';
import { clients } from '#content/clients/data.server.ts';
import { allDownloads } from '#content/downloads/data.server.ts';
import { features } from '#content/features/data.server.ts';
import { kindsOnServer } from '#content/kinds.server.ts';
import { pageOfNews } from '#content/news/data.server.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { statistics } from '#content/statistics/data.server.ts';
import { testimonials } from '#content/testimonials/data.server.ts';
import { videos } from '#content/videos/data.server.ts';
import { lastChange } from '#server/cache/changes.server.ts';
import type { Database } from '#server/database/open.server.ts';

/** The kinds that the home page shows; a write to one of them makes the page anew. */
export const kindsOnHome = Object.keys(kindsOnServer);

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
  const [news, about, ...others] = await Promise.all([
    pageOfNews(database, 1),
    abouts.find(database),
    statistics.all(database),
    features.all(database),
    allPackageGroups(database),
    clients.all(database),
    testimonials.all(database),
    videos.all(database),
    allDownloads(database),
  ]);
  const [figures, parts, packageGroups, logos, quotes, films, downloads] = others;
  return {
    about,
    statistics: figures,
    news: { items: news.items, nextPage: news.total > news.items.length ? 2 : null },
    features: parts,
    packageGroups,
    clients: logos,
    testimonials: quotes,
    videos: films,
    downloads,
  };
}
