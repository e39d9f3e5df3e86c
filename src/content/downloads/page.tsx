import { PageBand } from '#ui/site/page-band.tsx';
import { DownloadTable } from './download-table.tsx';
import type { Download } from './schema.ts';
import { downloadStrings } from './strings.ts';

export function DownloadsPage({ downloads }: { downloads: Download[] }) {
  return (
    <PageBand id="downloads-heading" title={downloadStrings.heading}>
      <DownloadTable downloads={downloads} labelledBy="downloads-heading" />
    </PageBand>
  );
}
