import { SectionHeading } from '#ui/site/section-heading.tsx';
import { DownloadTable } from './download-table.tsx';
import type { Download } from './schema.ts';
import { downloadStrings } from './strings.ts';

export function DownloadsSection({ downloads }: { downloads: Download[] }) {
  return (
    <section className="band later" aria-labelledby="downloads-heading">
      <div className="shell">
        <SectionHeading id="downloads-heading" title={downloadStrings.heading} />
        <DownloadTable downloads={downloads} labelledBy="downloads-heading" />
      </div>
    </section>
  );
}
