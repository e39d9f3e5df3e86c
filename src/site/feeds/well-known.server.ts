import type { SiteSettings } from '#content/settings/schema.ts';
import { adminPages, pages, wellKnown } from '#paths.ts';
import type { Site } from '../site.server.ts';
import { feedKinds, feedRoute } from './route.server.ts';

export function wellKnownFiles(site: Site): void {
  const { http, settings } = site;
  feedRoute(site, wellKnown.securityContact, feedKinds.vendor, 'text/plain; charset=utf-8', async () =>
    securityContact(settings.publicUrl, await site.vendor.current()),
  );
  // Used by password managers; redirects to the sign-in where needed.
  http.get(wellKnown.changePassword, async (_request, reply) => reply.redirect(adminPages.profile, 302));
}

/** RFC 9116. */
function securityContact(origin: string, { email, phone }: SiteSettings): string {
  const contact = email ? `mailto:${email}` : phone ? `tel:${phone.number}` : origin + pages.home;
  return [
    `Contact: ${contact}`,
    `Expires: ${expiry()}`,
    'Preferred-Languages: bn, en',
    `Canonical: ${origin}${wellKnown.securityContact}`,
    '',
  ].join('\n');
}

/** Half a year ahead. The cached file is regenerated daily, so it never expires on a running site. */
function expiry(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 182);
  return `${day.toISOString().slice(0, 10)}T00:00:00Z`;
}
