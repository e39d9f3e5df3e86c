import { pages } from '#paths.ts';
import { iconPath } from '../app-manifest.server.ts';
import { kindsOnHome, readHome } from '../home/data.server.ts';
import { HeroSection } from '../home/hero.tsx';
import { HomePage } from '../home/page.tsx';
import type { Site } from '../site.server.ts';
import { organization, software, videoObjects, webSite } from '../structured-data.server.ts';
import { publicPage } from './public-page.server.tsx';

export function homePage(site: Site): void {
  const { database, log, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.home,
    shows: kindsOnHome,
    hasForm: true,
    read: async ({ vendor, sample, form }) => {
      const { content, failure } = await readHome(database, log, sample);
      const hero = <HeroSection form={form} {...content} />;
      return {
        text: vendor.pages.home,
        sheet: 'home',
        body: <HomePage {...content} hero={hero} />,
        formSection: hero,
        things: [
          organization(origin, vendor, iconPath('icon-512', vendor)),
          webSite(origin, vendor),
          software(origin, vendor, content.packageGroups ?? []),
          ...videoObjects(content.videos ?? [], content.videoDates ?? new Map()),
        ],
        missing: failure,
      };
    },
  });
}
