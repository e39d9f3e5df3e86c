import type { FastifyBaseLogger } from 'fastify';
import { abouts } from '#content/about/kind.server.ts';
import { allClients, type Client } from '#content/clients/kind.server.ts';
import { allDownloads } from '#content/downloads/kind.server.ts';
import { features } from '#content/features/data.server.ts';
import { tourOfScreens } from '#content/features/screens/data.server.ts';
import { kindsOnServer } from '#content/kinds.server.ts';
import { pageOfNews } from '#content/news/kind.server.ts';
import { allPackageGroups } from '#content/packages/kind.server.ts';
import { pagesForKinds } from '#content/pages/kind.server.ts';
import { statistics } from '#content/statistics/kind.server.ts';
import { type QuotedTestimonial, type Testimonial, testimonials } from '#content/testimonials/kind.server.ts';
import { videoDates, videos } from '#content/videos/kind.server.ts';
import { pages } from '#paths.ts';
import { lastChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';

/** A write to one of these kinds invalidates the home page. */
export const kindsOnHome = Object.keys(kindsOnServer);

/** Parts that failed to load are null. */
export type HomeContent = Awaited<ReturnType<typeof readParts>>;

interface ReadHome {
  content: HomeContent;
  /** The first error. */
  failure: Error | null;
}

const lastRead = new WeakMap<Database, { seq: number; home: ReadHome }>();

/**
 * Reads the home page's content, cached until the next content write. Parts that fail are logged and left out.
 * @throws where all parts fail
 */
export async function readHome(
  database: Database,
  log: Pick<FastifyBaseLogger, 'error'>,
  sample: ReadonlySet<string>,
): Promise<ReadHome> {
  // Read before the content, so that a concurrent write causes another read.
  const seq = await lastChange(database);
  const cached = lastRead.get(database);
  if (cached?.seq === seq) return cached.home;
  const failures: Error[] = [];
  const content = await readParts(database, sample, async (section, reading) =>
    reading.catch((error: Error) => {
      log.error({ event: 'section_not_read', section, err: error });
      failures.push(error);
      return null;
    }),
  );
  const [failure = null] = failures;
  if (failure && Object.values(content).every((part) => part === null)) throw failure;
  if (!failure) lastRead.set(database, { seq, home: { content, failure } });
  return { content, failure };
}

type OrNull = <Part>(section: string, reading: Promise<Part>) => Promise<Part | null>;

async function readParts(database: Database, sample: ReadonlySet<string>, orNull: OrNull) {
  const [news, about, ...others] = await Promise.all([
    orNull('news', pageOfNews(database, 1)),
    orNull(
      'about',
      abouts.find(database).then((newest) => ({ newest })),
    ),
    orNull('statistics', statistics.all(database)),
    orNull('features', features.all(database)),
    orNull('screens', tourOfScreens(database)),
    orNull('packages', allPackageGroups(database)),
    orNull('clients', allClients(database)),
    orNull('testimonials', testimonials.all(database)),
    orNull('videos', videos.all(database)),
    orNull('videos', videoDates(database)),
    orNull('downloads', allDownloads(database)),
    orNull('doors', pagesForKinds(database)),
  ]);
  const [figures, parts, screens, packageGroups, logos, quotes, films, dates, downloads, doors] = others;
  return {
    about,
    statistics: figures,
    news: news && { items: news.items, nextPage: news.total > news.items.length ? 2 : null },
    features: parts,
    screens,
    packageGroups,
    clients: logos,
    testimonials: quotes && withStories(quotes, logos ?? [], sample),
    videos: films,
    videoDates: dates,
    downloads,
    doors,
  };
}

/** Testimonials with a link to the story of the institution that their position names. */
function withStories(testimonials: Testimonial[], clients: Client[], sample: ReadonlySet<string>): QuotedTestimonial[] {
  const storied = clients.filter((client) => client.has_story);
  return testimonials.map((testimonial) => {
    const client = storied.find(({ title }) => isFrom(testimonial, title));
    return {
      ...testimonial,
      story: client ? pages.clientStory(client.id) : null,
      isSample: sample.has(`testimonials ${testimonial.id}`),
    };
  });
}

/** Compares the end of a position: 'অধ্যক্ষ, দারুল হিকমা আলিম মাদ্রাসা'. */
export function isFrom({ position }: Testimonial, title: string): boolean {
  return title !== '' && `, ${position}`.endsWith(`, ${title}`);
}
