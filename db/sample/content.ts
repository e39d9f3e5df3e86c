import { about, statistics } from './about.ts';
import { featureCategories, features } from './features/features.ts';
import { leads } from './leads.ts';
import { clients, downloads, packageCategories, testimonials, videos } from './lists.ts';
import { news } from './news/news.ts';
import type { SampleContent } from './types.ts';
import { vendor } from './vendor.ts';

export const sampleContent = {
  about,
  statistics,
  news,
  featureCategories,
  features,
  packageCategories,
  clients,
  testimonials,
  videos,
  downloads,
  vendor,
  leads,
} satisfies SampleContent;
