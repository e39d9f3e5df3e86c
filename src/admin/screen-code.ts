import type { ComponentType } from 'react';
import { adminPages } from '#paths.ts';

type Address = (typeof adminPages)[keyof typeof adminPages];

/** The code of each screen, loaded when it is opened. */
export const screenCode: Record<Address, () => Promise<{ default: ComponentType }>> = {
  [adminPages.dashboard]: () => import('./dashboard/page.tsx'),
  [adminPages.about]: () => import('#content/about/admin.tsx'),
  [adminPages.news]: () => import('#content/news/admin.tsx'),
  [adminPages.testimonials]: () => import('#content/testimonials/admin.tsx'),
  [adminPages.videos]: () => import('#content/videos/admin.tsx'),
  [adminPages.statistics]: () => import('#content/statistics/admin.tsx'),
  [adminPages.clients]: () => import('#content/clients/admin.tsx'),
  [adminPages.featureCategories]: () => import('#content/features/categories/admin.tsx'),
  [adminPages.featureSubCategories]: () => import('#content/features/categories/admin-sub.tsx'),
  [adminPages.features]: () => import('#content/features/admin.tsx'),
  [adminPages.packages]: () => import('#content/packages/admin.tsx'),
  [adminPages.contactRequests]: () => import('#leads/inbox/admin.tsx'),
  [adminPages.demoAccess]: () => import('#leads/access/screen/admin.tsx'),
  [adminPages.downloads]: () => import('#content/downloads/admin.tsx'),
  [adminPages.siteSettings]: () => import('#site-settings/admin.tsx'),
  [adminPages.notifications]: () => import('#leads/notifications/screen.tsx'),
  [adminPages.outbox]: () => import('#mail/outbox/admin.tsx'),
  [adminPages.profile]: () => import('#accounts/profile/profile-page.tsx'),
};
