import { listAddress } from '#api/list-address.ts';
import {
  boardAddress,
  calendarAddress,
  filterOf,
  leadListAddress,
  roomForBoard,
  wantsBoard,
  wantsCalendar,
} from '#leads/inbox/addresses.ts';
import { figuresAddress } from '#leads/reports/addresses.ts';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import type { PrefetchCall } from '#ui/admin/calls/prefetch.ts';

/** The module and the first requests of a screen, which the document preloads. */
interface Preloads {
  module: string;
  /** The module to prefetch next. */
  next?: string;
  asks?: (address: URLSearchParams) => PrefetchCall[];
}

type AdminPage = (typeof adminPages)[keyof typeof adminPages] | typeof pages.login;

export const preloads: Record<AdminPage, Preloads> = {
  [pages.login]: { module: 'src/auth/login-page.tsx' },
  [adminPages.dashboard]: { module: 'src/admin/dashboard/admin.tsx', asks: one(calls.dashboardFigures) },
  [adminPages.figures]: {
    module: 'src/leads/reports/admin.tsx',
    asks: (address) => [{ url: figuresAddress(address) }],
  },
  [adminPages.about]: { module: 'src/content/about/admin.tsx', asks: one(adminCalls.about) },
  [adminPages.news]: { module: 'src/content/news/admin.tsx', asks: list(adminCalls.news) },
  [adminPages.testimonials]: { module: 'src/content/testimonials/admin.tsx', asks: list(adminCalls.testimonials) },
  [adminPages.featureCategories]: {
    module: 'src/content/features/categories/admin.tsx',
    asks: list(adminCalls.featureCategories),
  },
  [adminPages.featureSubCategories]: {
    module: 'src/content/features/sub-categories/admin.tsx',
    asks: list(adminCalls.featureSubCategories),
  },
  [adminPages.featureScreens]: {
    module: 'src/content/features/screens/admin.tsx',
    asks: list(adminCalls.featureScreens),
  },
  [adminPages.features]: { module: 'src/content/features/admin.tsx', asks: list(adminCalls.features) },
  [adminPages.faq]: { module: 'src/content/faq/admin.tsx', asks: list(adminCalls.faq) },
  [adminPages.pages]: { module: 'src/content/pages/admin.tsx', asks: list(adminCalls.pages) },
  [adminPages.videos]: { module: 'src/content/videos/admin.tsx', asks: list(adminCalls.videos) },
  [adminPages.statistics]: { module: 'src/content/statistics/admin.tsx', asks: list(adminCalls.statistics) },
  [adminPages.clients]: { module: 'src/content/clients/admin.tsx', asks: list(adminCalls.clients) },
  [adminPages.packages]: { module: 'src/content/packages/admin.tsx', asks: list(adminCalls.packages) },
  [adminPages.contactRequests]: {
    module: 'src/leads/inbox/admin.tsx',
    next: 'src/leads/inbox/panel/lead-panel.tsx',
    asks: leads,
  },
  [adminPages.demoAccess]: { module: 'src/leads/demo-access/admin.tsx', asks: one(adminCalls.demoAccess) },
  [adminPages.downloads]: { module: 'src/content/downloads/admin.tsx', asks: list(adminCalls.downloads) },
  [adminPages.siteSettings]: { module: 'src/content/settings/admin.tsx', asks: one(adminCalls.siteSettings) },
  [adminPages.notifications]: { module: 'src/leads/notifications/admin.tsx', asks: one(calls.notificationSettings) },
  [adminPages.messageTemplates]: {
    module: 'src/leads/templates/admin.tsx',
    asks: list(adminCalls.messageTemplates),
  },
  [adminPages.outbox]: { module: 'src/mail/outbox/admin.tsx', asks: list(adminCalls.mails) },
  [adminPages.webhooks]: { module: 'src/integrations/admin.tsx', asks: one(adminCalls.webhooks) },
  [adminPages.pictures]: { module: 'src/admin/pictures/admin.tsx' },
  [adminPages.redirects]: { module: 'src/content/redirects/admin.tsx', asks: list(adminCalls.redirects) },
  [adminPages.users]: { module: 'src/auth/users/admin.tsx', asks: one(adminCalls.users) },
  [adminPages.activity]: { module: 'src/admin/activity/admin.tsx', asks: list(adminCalls.activity) },
  [adminPages.profile]: { module: 'src/auth/profile/admin.tsx', asks: one(calls.account) },
};

/** The preloads of the screen at this URL; null if there is no screen. */
export function findPreloads(url: string): { module: string; asks: PrefetchCall[] } | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const path = [pages.login, ...Object.values(adminPages)].find((page) => page === pathname);
  if (!path) return null;
  const { module, asks } = preloads[path];
  return { module, asks: [{ url: calls.signedInUser }, ...(asks?.(searchParams) ?? [])] };
}

function one(url: string) {
  return () => [{ url }];
}

function list(path: string) {
  return (address: URLSearchParams) => [{ url: listAddress(path, address) }];
}

/** Board or list; without a choice in the URL the window's width decides. */
function leads(address: URLSearchParams): PrefetchCall[] {
  const filter = filterOf(address).toString();
  const board = { url: boardAddress(filter) };
  const rows = { url: leadListAddress(filter, address.get('page') ?? '') };
  if (wantsCalendar(address)) return [{ url: calendarAddress(filter, address.get('month') ?? '') }];
  const wanted = wantsBoard(address);
  if (wanted !== null) return [wanted ? board : rows];
  return [
    { ...board, media: roomForBoard },
    { ...rows, media: `not all and ${roomForBoard}` },
  ];
}
