import { useEffect } from 'react';
import { Empty, Failed } from '#ui/admin/list/body-rows.tsx';
import { Pagination } from '#ui/admin/list/pagination.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { LeadRow } from './lead-row.tsx';
import type { Filter } from './use-filter.ts';
import { useLeadList } from './use-leads.ts';
import type { Selection } from './use-selection.ts';
import type { Work } from './use-work.ts';

/** The leads one below the other: rows on a desk, cards in a hand. */
export function LeadList(props: { filter: Filter; work: Work; selection: Selection }) {
  const { filter, work, selection } = props;
  const { data, isError, isPlaceholderData, refetch } = useLeadList(filter);
  useLastPage(filter, data);
  if (isError && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const chosen = data.data.filter(({ id }) => selection.has(id));
  const all = data.data.length > 0 && chosen.length === data.data.length;
  return (
    <section className="card" aria-label={filter.inTrash ? 'Trash' : 'Leads'} aria-busy={isPlaceholderData}>
      {data.total === 0 ? (
        <Empty hint={emptyHint(filter)} />
      ) : (
        <>
          <div className="leads-head">
            <label className="check">
              <input
                type="checkbox"
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && chosen.length > 0;
                }}
                onChange={() => (all ? selection.clear() : selection.set(data.data))}
              />
              <span>Select all on this page</span>
            </label>
          </div>
          <ol className="leads" start={data.from ?? 1} data-stale={isPlaceholderData || undefined}>
            {data.data.map((lead, index) => (
              <LeadRow key={lead.id} {...{ lead, work, filter, selection }} number={(data.from ?? 1) + index} />
            ))}
          </ol>
          <div className="card-foot">
            <Pagination page={data} onFollow={(url) => filter.change({ page: pageOf(url) })} />
          </div>
        </>
      )}
      {chosen.length > 0 && <BulkBar leads={chosen} {...{ work, selection }} inTrash={filter.inTrash} />}
    </section>
  );
}

function Loading() {
  return (
    <section className="card" aria-label="Leads" aria-busy="true">
      <div className="leads leads-loading">
        {['one', 'two', 'three', 'four'].map((row) => (
          <div className="skeleton lead-skeleton" key={row} />
        ))}
      </div>
    </section>
  );
}

/** The last lead of the last page is gone: the page before is the last one now. */
function useLastPage({ change }: Filter, data: { total: number; current_page: number; last_page: number } | undefined) {
  const last = data && data.total > 0 && data.current_page > data.last_page ? data.last_page : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another last page is another reason
  useEffect(() => {
    if (last !== null) change({ page: String(last) }, true);
  }, [last]);
}

/** A paging link of the server stays in this list. */
function pageOf(url: string): string {
  return new URL(url, location.origin).searchParams.get('page') ?? '';
}

function emptyHint({ inTrash, isFiltered, value }: Filter): string {
  if (inTrash) return 'The trash is empty.';
  if (value('spam') === '1') return 'Nothing looks like spam.';
  return isFiltered
    ? 'Nothing matches. Change the search or the filter.'
    : 'Who asks for a demo on the site comes up here. Whoever rings up is added with the button above.';
}
