import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { DownloadTable } from './download-table.tsx';
import type { Download } from './schema.ts';
import { downloadStrings } from './strings.ts';

/** Downloads on the home page; their own page has all. */
const onHome = 3;

export function DownloadsSection({ downloads }: { downloads: Download[] }) {
  return (
    <section className="band later" aria-labelledby="downloads-heading">
      <div className="shell">
        <SectionHeading
          id="downloads-heading"
          title={downloadStrings.heading}
          aside={downloads.length > onHome && <StitchLink href={pages.downloads}>{downloadStrings.all}</StitchLink>}
        />
        <DownloadTable downloads={downloads.slice(0, onHome)} labelledBy="downloads-heading" />
      </div>
    </section>
  );
}
