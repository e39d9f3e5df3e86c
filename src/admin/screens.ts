import {
  BellRing,
  CircleUserRound,
  KeyRound,
  LayoutDashboard,
  Mails,
  Settings,
  Signpost,
  SquareUserRound,
} from 'lucide-react';
import { kinds } from '#content/kinds.ts';
import { adminPages, leadCalls, pages } from '#paths.ts';
import type { Screen } from '#ui/admin/screen.ts';

/** The screens that edit no content. */
const others: Screen[] = [
  {
    path: adminPages.dashboard,
    name: 'Dashboard',
    description: 'What is on the site, at a glance.',
    keywords: 'dashboard, overview, welcome',
    icon: LayoutDashboard,
    group: 'Overview',
    place: 10,
    screen: () => import('./dashboard/page.tsx'),
  },
  {
    path: adminPages.contactRequests,
    name: 'Contact information',
    description: 'Who asked for a demo.',
    keywords: 'contacts, demo requests, leads',
    icon: SquareUserRound,
    group: 'Sales',
    place: 120,
    leads: leadCalls.list,
    screen: () => import('#leads/inbox/admin.tsx'),
  },
  {
    path: adminPages.demoAccess,
    name: 'Demo password',
    description: 'What is mailed to those who ask for a demo.',
    keywords: 'demo, password, mail',
    icon: KeyRound,
    group: 'Sales',
    place: 130,
    screen: () => import('#leads/access/screen/admin.tsx'),
  },
  {
    path: adminPages.outbox,
    name: 'Outbox',
    description: 'Mails that wait, were sent, or did not arrive.',
    keywords: 'mail, email, outbox, sent, bounced, smtp',
    icon: Mails,
    group: 'Sales',
    place: 140,
    screen: () => import('#mail/outbox/admin.tsx'),
  },
  {
    path: adminPages.siteSettings,
    name: 'Site settings',
    description: 'Name, logo, contact, first words and search texts of the site.',
    keywords: 'settings, name, logo, phone, address, email, social, whatsapp, hero, title, description, seo',
    icon: Settings,
    group: null,
    place: 160,
    onSite: pages.home,
    screen: () => import('#site-settings/admin.tsx'),
  },
  {
    path: adminPages.redirects,
    name: 'Redirects',
    description: 'Old addresses of the site, and where they lead now.',
    keywords: 'redirects, old links, moved, 404, not found, unknown addresses, seo',
    icon: Signpost,
    group: null,
    place: 165,
    screen: () => import('#site-settings/redirects/admin.tsx'),
  },
  {
    path: adminPages.notifications,
    name: 'Notifications',
    description: 'Whom the product mails about demo requests, and when.',
    keywords: 'notifications, mails, sales group, digest, quiet hours',
    icon: BellRing,
    group: null,
    place: 170,
    screen: () => import('#leads/notifications/screen.tsx'),
  },
  {
    path: adminPages.profile,
    name: 'Profile',
    description: 'Your name, address, picture and password.',
    keywords: 'profile, account, password, sessions',
    icon: CircleUserRound,
    group: null,
    place: 180,
    screen: () => import('#accounts/profile/profile-page.tsx'),
  },
];

/** All screens, in the order of the menu. */
export const screens: Screen[] = [...others, ...kinds].sort((one, other) => one.place - other.place);

export function screenAt(pathname: string): Screen | null {
  return screens.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? null;
}
