import {
  Building2,
  ChartColumn,
  CircleUserRound,
  FileDown,
  Info,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Newspaper,
  Quote,
  Sparkles,
  SquareUserRound,
  Tag,
  Video,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { adminCalls, adminPages, pages } from '#paths.ts';

/** A screen of the back office. */
export interface Screen {
  path: string;
  name: string;
  description: string;
  keywords: string;
  icon: LucideIcon;
  group: 'Overview' | 'Content' | 'Features' | 'Sales' | null;
  load: () => Promise<{ default: ComponentType }>;
  /** The list whose records the palette finds. */
  call?: string;
  /** Where visitors see what is kept here. */
  onSite?: string;
}

/** All screens, in the order of the menu. Each is loaded when it is opened. */
export const screens: Screen[] = [
  {
    path: adminPages.dashboard,
    name: 'Dashboard',
    description: 'What is on the site, at a glance.',
    keywords: 'dashboard, overview, welcome',
    icon: LayoutDashboard,
    group: 'Overview',
    load: () => import('./dashboard/page.tsx'),
  },
  {
    path: adminPages.about,
    name: 'About',
    description: 'What the institution says of itself.',
    keywords: 'about, institution, introduction',
    icon: Info,
    group: 'Content',
    load: () => import('#content/about/admin.tsx'),
    onSite: pages.about,
  },
  {
    path: adminPages.news,
    name: 'Institutional News',
    description: 'News and announcements of the institution.',
    keywords: 'news, announcements, articles',
    icon: Newspaper,
    group: 'Content',
    load: () => import('#content/news/admin.tsx'),
    call: adminCalls.news,
    onSite: pages.news,
  },
  {
    path: adminPages.testimonials,
    name: 'Testimonial',
    description: 'What users of the software say.',
    keywords: 'testimonials, quotes, customers',
    icon: Quote,
    group: 'Content',
    load: () => import('#content/testimonials/admin.tsx'),
    call: adminCalls.testimonials,
    onSite: pages.home,
  },
  {
    path: adminPages.videos,
    name: 'Video Gallery',
    description: 'Videos of the gallery on the home page.',
    keywords: 'videos, gallery, youtube',
    icon: Video,
    group: 'Content',
    load: () => import('#content/videos/admin.tsx'),
    call: adminCalls.videos,
    onSite: pages.home,
  },
  {
    path: adminPages.statistics,
    name: 'Statistics',
    description: 'Figures on the home page.',
    keywords: 'statistics, figures, numbers',
    icon: ChartColumn,
    group: 'Content',
    load: () => import('#content/statistics/admin.tsx'),
    call: adminCalls.statistics,
    onSite: pages.home,
  },
  {
    path: adminPages.clients,
    name: 'Client',
    description: 'Logos of the institutions that use the software.',
    keywords: 'clients, customers, logos',
    icon: Building2,
    group: 'Content',
    load: () => import('#content/clients/admin.tsx'),
    call: adminCalls.clients,
    onSite: pages.clients,
  },
  {
    path: adminPages.featureCategories,
    name: 'Features Category',
    description: 'Categories under which features are told.',
    keywords: 'features, categories',
    icon: Layers,
    group: 'Features',
    load: () => import('#content/features/categories/admin.tsx'),
    call: adminCalls.featureCategories,
    onSite: pages.features,
  },
  {
    path: adminPages.featureSubCategories,
    name: 'Features sub Category',
    description: 'Sub-categories of the categories of features.',
    keywords: 'features, sub-categories',
    icon: ListTree,
    group: 'Features',
    load: () => import('#content/features/categories/admin-sub.tsx'),
    call: adminCalls.featureSubCategories,
    onSite: pages.features,
  },
  {
    path: adminPages.features,
    name: 'Features',
    description: 'Features of the software, and what is told of them.',
    keywords: 'features, details, content',
    icon: Sparkles,
    group: 'Features',
    load: () => import('#content/features/admin.tsx'),
    call: adminCalls.features,
    onSite: pages.features,
  },
  {
    path: adminPages.packages,
    name: 'Price packages',
    description: 'Packages and what they cost.',
    keywords: 'prices, packages, costs',
    icon: Tag,
    group: 'Sales',
    load: () => import('#content/packages/admin.tsx'),
    call: adminCalls.packages,
    onSite: pages.packages,
  },
  {
    path: adminPages.contactRequests,
    name: 'Contact information',
    description: 'Who asked for a demo.',
    keywords: 'contacts, demo requests, leads',
    icon: SquareUserRound,
    group: 'Sales',
    load: () => import('./being-built/contact-requests.tsx'),
  },
  {
    path: adminPages.demoAccess,
    name: 'Demo password',
    description: 'What is mailed to those who ask for a demo.',
    keywords: 'demo, password, mail',
    icon: KeyRound,
    group: 'Sales',
    load: () => import('./being-built/demo-access.tsx'),
  },
  {
    path: adminPages.downloads,
    name: 'Download info',
    description: 'Files that visitors may download.',
    keywords: 'downloads, files',
    icon: FileDown,
    group: 'Sales',
    load: () => import('#content/downloads/admin.tsx'),
    call: adminCalls.downloads,
    onSite: pages.downloads,
  },
  {
    path: adminPages.profile,
    name: 'Profile',
    description: 'Your name, address, picture and password.',
    keywords: 'profile, account, password, sessions',
    icon: CircleUserRound,
    group: null,
    load: () => import('#accounts/profile/profile-page.tsx'),
  },
];

export function screenAt(pathname: string): Screen | null {
  return screens.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? null;
}
