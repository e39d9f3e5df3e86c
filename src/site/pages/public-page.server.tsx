import type { ReactNode } from 'react';
import { readyPage, sendCached } from '#server/cache/cached-answers.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { renderDocument } from '../document.server.tsx';
import type { PageText } from '../page-texts.ts';

/** What the public pages stand on. */
export interface Site extends Foundations {
  /** The content security policy of every page. */
  policy: string;
}

/** A page with its words for search engines. */
interface Drawn {
  text: PageText;
  body: ReactNode;
}

/** Mounts a page that is the same for all, and is kept as ready bytes. */
export function publicPage(site: Site, path: string, shows: string[], read: () => Promise<Drawn>): void {
  site.http.get(path, async (request, reply) => {
    const make = async () => readyPage(drawPage(site, path, await read()), site.policy);
    await sendCached(site, request, reply, { key: path, shows, make });
    return reply;
  });
}

/** Mounts the page of one record below `parent`; the designed 404 where there is none that visitors may see. */
export function detailsPage(
  site: Site,
  parent: string,
  shows: string[],
  read: (id: number, address: string) => Promise<Drawn | null>,
): void {
  site.http.get<{ Params: { id: string } }>(`${parent}/details/:id`, async (request, reply) => {
    const id = idOf(request);
    const path = `${parent}/details/${id}`;
    const make = async () => {
      const drawn = await read(id, site.settings.publicUrl + path);
      if (!drawn) throw notFound();
      return readyPage(drawPage(site, path, drawn), site.policy);
    };
    await sendCached(site, request, reply, { key: path, shows, make });
    return reply;
  });
}

export function drawPage(
  { csrf, settings }: Foundations,
  path: string,
  { text, body }: Drawn,
  robots?: 'noindex',
): string {
  const page = { path, ...text, csrfToken: csrf.token(), canonical: settings.publicUrl + path, body };
  return renderDocument(robots ? { ...page, robots } : page);
}
