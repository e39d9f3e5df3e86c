import { parseUrl } from '#api/text.ts';
import { adminPages, pages } from '#paths.ts';

/** The page to open after the sign-in; only pages of the back office, to prevent open redirects. */
export function safeReturnPath(to: string | null): string {
  const url = to ? parseUrl(to, location.origin) : null;
  const isOurs = url?.origin === location.origin && url.pathname.startsWith(`${pages.admin}/`);
  return isOurs ? url.pathname + url.search : adminPages.dashboard;
}
