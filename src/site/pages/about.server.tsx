import { abouts } from '#content/about/kind.server.ts';
import { AboutDetailsPage, AboutPage, aboutStrings } from '#content/about/section.tsx';
import { allClients } from '#content/clients/kind.server.ts';
import { ClientsTeaser } from '#content/clients/section.tsx';
import { pages } from '#paths.ts';
import { cardOfAbout } from '../cards/page-cards.server.ts';
import type { Site } from '../site.server.ts';
import { aboutPage } from '../structured-data.server.ts';
import { breadcrumbTo, pageMeta, publicPage, recordText } from './public-page.server.tsx';

export function aboutPages(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;
  const shows = ['about', 'clients'];

  publicPage(site, {
    path: pages.about,
    shows,
    read: async ({ vendor }) => {
      const about = await abouts.find(database);
      // The permanent address of this text; a newer one will replace it on this page.
      const address = origin + (about ? pages.aboutDetails(about.id) : pages.about);
      return {
        ...pageMeta(vendor, 'about', aboutStrings.label),
        body: (
          <>
            <AboutPage about={about} address={address} />
            <ClientsTeaser clients={await allClients(database)} />
          </>
        ),
        things: about ? [aboutPage(origin, about)] : [],
      };
    },
  });

  publicPage(site, {
    path: pages.aboutDetails,
    shows,
    read: async ({ id, vendor }) => {
      const about = await abouts.find(database, id);
      if (!about) return null;
      const path = pages.aboutDetails(id);
      return {
        text: recordText(vendor, 'about', about.title, about.short_description || about.description),
        sheet: 'about',
        body: (
          <>
            <AboutDetailsPage about={about} address={origin + path} />
            <ClientsTeaser clients={await allClients(database)} />
          </>
        ),
        card: cardOfAbout(about),
        breadcrumb: breadcrumbTo(pages.about, aboutStrings.label, about.title, path),
        things: [aboutPage(origin, about)],
      };
    },
  });
}
