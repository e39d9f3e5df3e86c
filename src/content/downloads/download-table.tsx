import { bengaliDigits, bengaliSize } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { fileKind } from './file-kind.ts';
import type { Download } from './schema.ts';
import { words } from './words.ts';

export function DownloadTable({ downloads, labelledBy }: { downloads: Download[]; labelledBy: string }) {
  if (downloads.length === 0) return <EmptyState />;
  return (
    <table className="rows" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.title}</th>
          <th scope="col">{words.file}</th>
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
  const ours = download.url.startsWith('/');
  return (
    <tr>
      <td>{bengaliDigits(number)}</td>
      <th scope="row">
        <span className="what">
          <span className="chip" lang="en">
            {fileKind(download) ?? words.link}
          </span>
          <span>
            {download.title} {download.fileSize !== null && <small>{bengaliSize(download.fileSize)}</small>}
          </span>
        </span>
      </th>
      <td>
        <a
          href={download.url}
          className="button button-quiet button-small"
          {...(ours ? { download: download.fileName ?? true } : { rel: 'noopener noreferrer' })}
        >
          <Icon name="down" />
          <span className="label">
            {words.download}
            <span className="sr-only">: {download.title}</span>
          </span>
        </a>
      </td>
    </tr>
  );
}
