import { bengaliDigits, parseUrl } from '#api/text.ts';
import { pages } from '#paths.ts';
import { bengaliSize } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Band, EmptyState } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { Download } from './kind.server.ts';

/** Downloads on the home page; their own page has all. */
const onHome = 3;

export function DownloadsSection({ downloads }: { downloads: Download[] }) {
  return (
    <Band
      className="later"
      id="downloads-heading"
      title={downloadStrings.heading}
      aside={downloads.length > onHome && <StitchLink href={pages.downloads}>সব ডাউনলোড দেখুন</StitchLink>}
    >
      <DownloadTable downloads={downloads.slice(0, onHome)} labelledBy="downloads-heading" />
    </Band>
  );
}

export function DownloadTable({ downloads, labelledBy }: { downloads: Download[]; labelledBy: string }) {
  if (downloads.length === 0) return <EmptyState />;
  return (
    <table className="rows" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">ক্রম</th>
          <th scope="col">শিরোনাম</th>
          <th scope="col">ফাইল</th>
        </tr>
      </thead>
      <tbody>
        {downloads.map((download, index) => (
          <DownloadRow key={download.id} download={download} number={index + 1} />
        ))}
      </tbody>
    </table>
  );
}

function DownloadRow({ download, number }: { download: Download; number: number }) {
  const ours = download.file_url.startsWith('/');
  return (
    <tr>
      <td>{bengaliDigits(number)}</td>
      <th scope="row" data-id={download.id}>
        <span className="what">
          <span className="chip" lang="en">
            {fileKind(download) ?? downloadStrings.link}
          </span>
          <span>
            {download.title} {download.file_size !== null && <small>{bengaliSize(download.file_size)}</small>}
          </span>
        </span>
      </th>
      <td>
        <a
          href={download.file_url}
          className="button button-quiet button-small"
          {...(ours ? { download: download.file_name ?? true } : { rel: 'noopener noreferrer' })}
        >
          <Icon name="down" />
          <span className="sr-only-on-phone">
            ডাউনলোড
            <span className="sr-only">: {download.title}</span>
          </span>
        </a>
      </td>
    </tr>
  );
}

/** `PDF`, `XLSX`, or null where neither name nor type is known. */
function fileKind({ file_name, file_type, file_url }: Download): string | null {
  const extension = extensionOf(file_name ?? '') ?? extensionOf(parseUrl(file_url)?.pathname ?? '');
  if (extension) return extension.toUpperCase();
  const subtype = file_type?.split('/')[1]?.split(/[;+]/)[0];
  return subtype && /^[a-z0-9]{2,5}$/i.test(subtype) ? subtype.toUpperCase() : null;
}

function extensionOf(name: string): string | null {
  return name.match(/\.([a-z0-9]{2,5})$/i)?.[1] ?? null;
}

export const downloadStrings = {
  heading: 'ডাউনলোড',
  /** Label where neither the name nor the type of the file is known. */
  link: 'LINK',
} as const;
