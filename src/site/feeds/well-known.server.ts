import { xmlText } from '#api/text.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { adminPages, discovery, pages, wellKnown } from '#paths.ts';
import { iconPath } from '../app-manifest/icon-address.server.ts';
import type { Site } from '../site.server.ts';
import { feedKinds, feedRoute, xmlStart } from './route.server.ts';

export function wellKnownFiles(site: Site): void {
  const { http, settings } = site;
  feedRoute(site, wellKnown.securityContact, feedKinds.vendor, 'text/plain; charset=utf-8', async () =>
    securityContact(settings.publicUrl, await site.vendor.current()),
  );
  // Used by password managers; redirects to the sign-in where needed.
  http.get(wellKnown.changePassword, async (_request, reply) => reply.redirect(adminPages.profile, 302));
  feedRoute(
    site,
    discovery.openSearch,
    feedKinds.vendor,
    'application/opensearchdescription+xml; charset=utf-8',
    async () => searchDescription(settings.publicUrl, await site.vendor.current()),
  );
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

/** OpenSearch 1.1: browsers offer the site's search in the address bar. */
function searchDescription(origin: string, vendor: SiteSettings): string {
  const { name } = vendor;
  const { description } = vendor.pages.search;
  return `${xmlStart}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">${[
    `<ShortName>${xmlText(cut(name, 16))}</ShortName>`,
    `<Description>${xmlText(cut(description, 1_024))}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    '<Language>bn</Language>',
    `<Image width="192" height="192" type="image/png">${xmlText(origin + iconPath('icon-192', vendor))}</Image>`,
    `<Url type="text/html" template="${xmlText(`${origin}${pages.search}?q={searchTerms}`)}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${xmlText(origin + discovery.openSearch)}"/>`,
  ].join('')}</OpenSearchDescription>\n`;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').trim();
}
