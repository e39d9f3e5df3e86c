import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { listAddress, listParameters } from '#api/list-address.ts';
import { api, type ListPage, type Row } from '#ui/admin/calls/api.ts';

const viewed = ['search', 'status', 'state', 'sort'];

export type List<R extends Pick<Row, 'id'>> = ReturnType<typeof useList<R>>;

/** One page of a list. Its query is in the URL, so that reload, back and links work. */
export function useList<R extends Pick<Row, 'id'>>(path: string) {
  const [address, setAddress] = useSearchParams();
  const parameters = new URLSearchParams([...address].filter(([name]) => listParameters.includes(name)));
  const url = listAddress(path, address);
  const query = useQuery({
    queryKey: [path, url],
    queryFn: ({ signal }) => api.get<ListPage<R>>(url, { signal, has: 'data' }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;

  /** Changes may follow each other faster than the URL updates; each builds on the one before. */
  const latest = useRef(address);
  useEffect(() => {
    latest.current = address;
  }, [address]);

  /** Updates the query; an empty value removes a parameter. Any change but that of the page starts at page 1. */
  function change(changes: Record<string, string>, replace = false) {
    const next = new URLSearchParams(latest.current);
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next;
    setAddress(next, { replace, preventScrollReset: true });
  }

  // The last row of the last page was removed: go to the new last page.
  const pastTheEnd = data !== undefined && data.total > 0 && data.current_page > data.last_page;
  const lastPage = data?.last_page ?? 1;
  useEffect(() => {
    if (!pastTheEnd) return;
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('page', String(lastPage));
        return next;
      },
      { replace: true },
    );
  }, [pastTheEnd, lastPage, setAddress]);

  return {
    query,
    page: data,
    rows: data?.data ?? [],
    search: parameters.get('search') ?? '',
    status: parameters.get('status') ?? '',
    state: parameters.get('state') ?? '',
    trash: parameters.get('trash') === '1',
    /** A column, with a minus for descending; empty for the default order. */
    sort: parameters.get('sort') ?? '',
    /** The list is unfiltered and in its own order, so rows can be moved. */
    isWhole: !viewed.some((name) => parameters.has(name)) && !parameters.has('trash'),
    /** Another order shows the same records. */
    filterKey: JSON.stringify(['search', 'status', 'state', 'trash'].map((name) => parameters.get(name))),
    change,
    /** Follows a paging link of the server if it is one of this list. */
    follow: (link: string) => {
      const { origin, pathname, searchParams } = new URL(link, location.origin);
      if (origin === location.origin && pathname === path) change({ page: searchParams.get('page') ?? '' });
    },
  };
}
