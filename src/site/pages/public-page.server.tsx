import type { ReactNode } from 'react';
import { readyPage, sendCached } from '#server/cache/cached-answers.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import type { KeptSettings } from '#vendor/kept-settings.server.ts';
import { type PageText, type SiteSettings, vendorKind } from '#vendor/schema.ts';
import { renderDocument } from '../document.server.tsx';

/** What the public pages stand on. */
export interface Site extends Foundations {
  /** The content security policy of every page. */
  policy: string;
  vendor: KeptSettings;
}

/** A page with its words for search engines. */
interface Drawn {
  text: PageText;
  body: ReactNode;
}

/** Mounts a page that is the same for all, and is kept as ready bytes. */
export function publicPage(
  site: Site,
  path: string,
  shows: string[],
  read: (vendor: SiteSettings) => Promise<Drawn>,
): void {
  site.http.get(path, async (request, reply) => {
    const make = async () => {
      const vendor = await site.vendor.current();
      return readyPage(drawPage(site, path, vendor, await read(vendor)), site.policy);
    };
    await sendCached(site, request, reply, { key: path, shows: [...shows, vendorKind], make });
    return reply;
  });
}

/** Mounts the page of one record below `parent`; the designed 404 where there is none that visitors may see. */
export function detailsPage(
  site: Site,
  parent: string,
  shows: string[],
  read: (id: number, address: string, vendor: SiteSettings) => Promise<Drawn | null>,
): void {
  site.http.get<{ Params: { id: string } }>(`${parent}/details/:id`, async (request, reply) => {
    const id = idOf(request);
    const path = `${parent}/details/${id}`;
    const make = async () => {
      const vendor = await site.vendor.current();
      const drawn = await read(id, site.settings.publicUrl + path, vendor);
      if (!drawn) throw notFound();
      return readyPage(drawPage(site, path, vendor, drawn), site.policy);
    };
    await sendCached(site, request, reply, { key: path, shows: [...shows, vendorKind], make });
    return reply;
  });
}

export function drawPage(
  { csrf, settings }: Foundations,
  path: string,
  vendor: SiteSettings,
  { text, body }: Drawn,
  robots?: 'noindex',
): string {
  const page = { path, ...text, csrfToken: csrf.token(), canonical: settings.publicUrl + path, body, vendor };
  return renderDocument(robots ? { ...page, robots } : page);
}
