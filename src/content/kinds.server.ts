import type { KindOnServer } from '#server/kind.server.ts';
import { aboutOnServer } from './about/kind.server.ts';
import { clientsOnServer } from './clients/kind.server.ts';
import { downloadsOnServer } from './downloads/kind.server.ts';
import { faqOnServer } from './faq/kind.server.ts';
import { featuresOnServer } from './features/kind.server.ts';
import { newsOnServer } from './news/kind.server.ts';
import { packagesOnServer } from './packages/kind.server.ts';
import { pagesOnServer } from './pages/kind.server.ts';
import { statisticsOnServer } from './statistics/kind.server.ts';
import { testimonialsOnServer } from './testimonials/kind.server.ts';
import { videosOnServer } from './videos/kind.server.ts';

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
