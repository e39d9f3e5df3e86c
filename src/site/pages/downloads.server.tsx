import { allDownloads, type Download } from '#content/downloads/kind.server.ts';
import { DownloadTable, downloadStrings } from '#content/downloads/section.tsx';
import { pages } from '#paths.ts';
import { PageBand } from '#ui/site/page-band.tsx';
import type { Site } from '../site.server.ts';
import { pageMeta, publicPage } from './public-page.server.tsx';

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

function DownloadsPage({ downloads }: { downloads: Download[] }) {
  return (
    <PageBand id="downloads-heading" title={downloadStrings.heading}>
      <DownloadTable downloads={downloads} labelledBy="downloads-heading" />
    </PageBand>
  );
}
