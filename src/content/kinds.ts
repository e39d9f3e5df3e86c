import { aboutKind } from '#content/about/kind.ts';
import { clientsKind } from '#content/clients/kind.ts';
import { downloadsKind } from '#content/downloads/kind.ts';
import { faqKind } from '#content/faq/kind.ts';
import {
  featureCategoriesKind,
  featureScreensKind,
  featureSubCategoriesKind,
  featuresKind,
} from '#content/features/kind.ts';
import { newsKind } from '#content/news/kind.ts';
import { packagesKind } from '#content/packages/kind.ts';
import { pagesKind } from '#content/pages/kind.ts';
import { statisticsKind } from '#content/statistics/kind.ts';
import { testimonialsKind } from '#content/testimonials/kind.ts';
import { videosKind } from '#content/videos/kind.ts';
import type { Kind } from '#ui/admin/screen.ts';

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
