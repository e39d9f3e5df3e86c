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

/** Every content kind by its folder name, in the order of the dashboard. */
export const kindsOnServer = {
  news: newsOnServer,
  features: featuresOnServer,
  clients: clientsOnServer,
  testimonials: testimonialsOnServer,
  videos: videosOnServer,
  statistics: statisticsOnServer,
  packages: packagesOnServer,
  downloads: downloadsOnServer,
  about: aboutOnServer,
  faq: faqOnServer,
  pages: pagesOnServer,
} satisfies Record<string, KindOnServer>;

export const allKindsOnServer: KindOnServer[] = Object.values(kindsOnServer);

export type SampleOfKinds = {
  [Name in keyof typeof kindsOnServer]: Parameters<(typeof kindsOnServer)[Name]['addSample']>[1];
};
