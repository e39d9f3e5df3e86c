import { allDownloads } from '#content/downloads/data.server.ts';
import { DownloadsPage } from '#content/downloads/page.tsx';
import { downloadStrings } from '#content/downloads/strings.ts';
import { pages } from '#paths.ts';
import type { Site } from '../site.server.ts';
import { pageMeta } from './page-meta.server.ts';
import { publicPage } from './public-page.server.tsx';

export function downloadsPage(site: Site): void {
  publicPage(site, {
    path: pages.downloads,
    shows: ['downloads'],
    read: async ({ vendor }) => ({
      ...pageMeta(vendor, 'downloads', downloadStrings.heading),
      body: <DownloadsPage downloads={await allDownloads(site.database)} />,
    }),
  });
}
