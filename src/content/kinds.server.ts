import type { KindOnServer } from '#cms/kind.server.ts';
import { aboutOnServer } from '#content/about/kind.server.ts';
import { clientsOnServer } from '#content/clients/kind.server.ts';
import { downloadsOnServer } from '#content/downloads/kind.server.ts';
import { faqOnServer } from '#content/faq/kind.server.ts';
import { featuresOnServer } from '#content/features/kind.server.ts';
import { newsOnServer } from '#content/news/kind.server.ts';
import { packagesOnServer } from '#content/packages/kind.server.ts';
import { pagesOnServer } from '#content/pages/kind.server.ts';
import { statisticsOnServer } from '#content/statistics/kind.server.ts';
import { testimonialsOnServer } from '#content/testimonials/kind.server.ts';
import { videosOnServer } from '#content/videos/kind.server.ts';

/** Every content kind by its folder name, in the order in which a visitor of the home page meets them. */
export const kindsOnServer = {
  about: aboutOnServer,
  statistics: statisticsOnServer,
  news: newsOnServer,
  features: featuresOnServer,
  packages: packagesOnServer,
  clients: clientsOnServer,
  testimonials: testimonialsOnServer,
  videos: videosOnServer,
  downloads: downloadsOnServer,
  faq: faqOnServer,
  pages: pagesOnServer,
} satisfies Record<string, KindOnServer>;

export const allKindsOnServer: KindOnServer[] = Object.values(kindsOnServer);

export type SampleOfKinds = {
  [Name in keyof typeof kindsOnServer]: Parameters<(typeof kindsOnServer)[Name]['addSample']>[1];
};
