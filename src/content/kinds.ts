import type { Kind } from '#ui/admin/screen.ts';
import { aboutKind } from './about/kind.ts';
import { clientsKind } from './clients/kind.ts';
import { downloadsKind } from './downloads/kind.ts';
import { faqKind } from './faq/kind.ts';
import { featureCategoriesKind, featureScreensKind, featureSubCategoriesKind, featuresKind } from './features/kind.ts';
import { newsKind } from './news/kind.ts';
import { packagesKind } from './packages/kind.ts';
import { pagesKind } from './pages/kind.ts';
import { statisticsKind } from './statistics/kind.ts';
import { testimonialsKind } from './testimonials/kind.ts';
import { videosKind } from './videos/kind.ts';

/** Every content kind for the browser, in the order of the dashboard; see `kinds.server.ts` for the server. */
export const kinds: Kind[] = [
  newsKind,
  featuresKind,
  featureCategoriesKind,
  featureSubCategoriesKind,
  featureScreensKind,
  clientsKind,
  testimonialsKind,
  videosKind,
  statisticsKind,
  packagesKind,
  downloadsKind,
  aboutKind,
  faqKind,
  pagesKind,
];
