import type { SampleOfKinds } from '#content/kinds.server.ts';
import { about, statistics } from './about.ts';
import { clients } from './clients.ts';
import { faq } from './faq.ts';
import { featureCategories, features } from './features/features.ts';
import { screens } from './features/screens.ts';
import { leads } from './leads.ts';
import { downloads, packageCategories, testimonials, videos } from './lists.ts';
import { news } from './news/news.ts';
import { pages } from './pages.ts';
import { vendor } from './vendor.ts';

export const sampleContent = {
  kinds: {
    about,
    statistics,
    news,
    features: { categories: featureCategories, features, screens },
    packages: packageCategories,
    clients,
    testimonials,
    videos,
    downloads,
    faq,
    pages,
  } satisfies SampleOfKinds,
  vendor,
  leads,
};
