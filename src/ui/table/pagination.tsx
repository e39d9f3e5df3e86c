import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ListPage, PageLink } from '../admin/calls/pages.ts';

/** Renders exactly the paging links of the server. */
export function Pagination({ page, onFollow }: { page: ListPage<unknown>; onFollow: (url: string) => void }) {
  const links = page.links.map((link, index) => ({
    ...link,
    label: Number(link.label) || link.label,
    key: `${index} ${link.label}`,
  }));
  const previous = links[0];
  const next = links.at(-1);
  if (!previous || !next) return null;
  return (
    <>
      <span className="note" role="status">
        {page.from === null ? 'Nothing to show' : `Showing ${page.from} to ${page.to} of ${page.total}`}
      </span>
      {links.length > 3 && (
        <nav className="pagination flow" aria-label="Pages">
          <End link={previous} onFollow={onFollow}>
            <ChevronLeft />
            Previous
          </End>
          {links.slice(1, -1).map(({ key, url, label, active }) =>
            url === null ? (
              <span className="gap" key={key}>
                {label}
              </span>
            ) : (
              <button
                key={key}
                type="button"
                className="button"
                aria-label={`Page ${label}`}
                aria-current={active ? 'page' : undefined}
                onClick={() => onFollow(url)}
              >
                {label}
              </button>
            ),
          )}
          <End link={next} onFollow={onFollow}>
            Next
            <ChevronRight />
          </End>
        </nav>
      )}
    </>
  );
}

function End({
  link,
  onFollow,
  children,
}: {
  link: Pick<PageLink, 'url'>;
  onFollow: (url: string) => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={link.url === null}
      onClick={() => link.url && onFollow(link.url)}
    >
      {children}
    </button>
  );
}

/** The number of the page that a paging link leads to. */
export function pageOf(url: string): number {
  return Number(new URL(url, location.origin).searchParams.get('page') ?? 1);
}
