import {
  BellRing,
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
  Mails,
  Newspaper,
  Quote,
  Settings,
  Sparkles,
  SquareUserRound,
  Tag,
  Video,
} from 'lucide-react';
import { adminCalls, adminPages, leadCalls, pages } from '#paths.ts';

/** A screen of the back office. */
export interface Screen {
  path: (typeof adminPages)[keyof typeof adminPages];
  name: string;
  description: string;
  keywords: string;
  icon: LucideIcon;
  group: 'Overview' | 'Content' | 'Features' | 'Sales' | null;
  /** The list of content that is added, edited and counted here; the palette finds its records. */
  call?: string;
  /** A list of people, whom the palette finds too. */
  leads?: string;
  /** Where visitors see what is kept here. */
  onSite?: string;
}

/** All screens, in the order of the menu. */
export const screens: Screen[] = [
  {
    path: adminPages.dashboard,
    name: 'Dashboard',
    description: 'What is on the site, at a glance.',
    keywords: 'dashboard, overview, welcome',
    icon: LayoutDashboard,
    group: 'Overview',
  },
  {
    path: adminPages.about,
    name: 'About',
    description: 'What the institution says of itself.',
    keywords: 'about, institution, introduction',
    icon: Info,
    group: 'Content',
    onSite: pages.about,
  },
  {
    path: adminPages.news,
    name: 'Institutional News',
    description: 'News and announcements of the institution.',
    keywords: 'news, announcements, articles',
    icon: Newspaper,
    group: 'Content',
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
    leads: leadCalls.list,
  },
  {
    path: adminPages.demoAccess,
    name: 'Demo password',
    description: 'What is mailed to those who ask for a demo.',
    keywords: 'demo, password, mail',
    icon: KeyRound,
    group: 'Sales',
  },
  {
    path: adminPages.outbox,
    name: 'Outbox',
    description: 'Mails that wait, were sent, or did not arrive.',
    keywords: 'mail, email, outbox, sent, bounced, smtp',
    icon: Mails,
    group: 'Sales',
  },
  {
    path: adminPages.downloads,
    name: 'Download info',
    description: 'Files that visitors may download.',
    keywords: 'downloads, files',
    icon: FileDown,
    group: 'Sales',
    call: adminCalls.downloads,
    onSite: pages.downloads,
  },
  {
    path: adminPages.siteSettings,
    name: 'Site settings',
    description: 'Name, logo, contact, first words and search texts of the site.',
    keywords: 'settings, name, logo, phone, address, email, social, whatsapp, hero, title, description, seo',
    icon: Settings,
    group: null,
    onSite: pages.home,
  },
  {
    path: adminPages.notifications,
    name: 'Notifications',
    description: 'Whom the product mails about demo requests, and when.',
    keywords: 'notifications, mails, sales group, digest, quiet hours',
    icon: BellRing,
    group: null,
  },
  {
    path: adminPages.profile,
    name: 'Profile',
    description: 'Your name, address, picture and password.',
    keywords: 'profile, account, password, sessions',
    icon: CircleUserRound,
    group: null,
  },
];

export function screenAt(pathname: string): Screen | null {
  return screens.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? null;
}
