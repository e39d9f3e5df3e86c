import { adminPages, pages } from '#paths.ts';

/** The page to open after the sign-in; only pages of the back office, to prevent open redirects. */
export function safeReturnPath(to: string | null): string {
  if (!to || !URL.canParse(to, location.origin)) return adminPages.dashboard;
  const { origin, pathname, search } = new URL(to, location.origin);
  const isOurs = origin === location.origin && pathname.startsWith(`${pages.admin}/`);
  return isOurs ? pathname + search : adminPages.dashboard;
}
