import { currentAbout } from '#content/about/data.server.ts';
import { AboutPage } from '#content/about/page.tsx';
import { allClients } from '#content/clients/data.server.ts';
import { ClientsPage } from '#content/clients/page.tsx';
import { allDownloads } from '#content/downloads/data.server.ts';
import { DownloadsPage } from '#content/downloads/page.tsx';
import { allFeatures } from '#content/features/data.server.ts';
import { FeaturesPage } from '#content/features/page.tsx';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { PackagesPage } from '#content/packages/page.tsx';
import { pages } from '#paths.ts';
import { publicPage, type Site } from './public-page.server.tsx';

/** A page for each kind of content that the menu names. */
export function contentPages(site: Site): void {
  const { database, settings } = site;

  publicPage(site, pages.about, ['about'], async (vendor) => {
    const about = await currentAbout(database);
    // The text has an address that stays when a newer one takes its place here.
    const address = settings.publicUrl + (about ? pages.aboutDetails(about.id) : pages.about);
    return { text: vendor.pages.about, body: <AboutPage about={about} address={address} /> };
  });

  publicPage(site, pages.features, ['features'], async (vendor) => ({
    text: vendor.pages.features,
    body: <FeaturesPage features={await allFeatures(database)} />,
  }));

  publicPage(site, pages.packages, ['packages'], async (vendor) => ({
    text: vendor.pages.packages,
    body: <PackagesPage groups={await allPackageGroups(database)} />,
  }));

  publicPage(site, pages.clients, ['clients'], async (vendor) => ({
    text: vendor.pages.clients,
    body: <ClientsPage clients={await allClients(database)} />,
  }));

  publicPage(site, pages.downloads, ['downloads'], async (vendor) => ({
    text: vendor.pages.downloads,
    body: <DownloadsPage downloads={await allDownloads(database)} />,
  }));
}
