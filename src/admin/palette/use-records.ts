import { useQueries } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage, Row } from '#ui/admin/calls/pages.ts';
import type { Screen } from '#ui/admin/screen.ts';
import { screens } from '../screens.ts';

export interface FoundRecord {
  id: number;
  title: string;
  screen: Screen;
}

/** So many of each list are shown, and searched from so many letters on. */
const perList = 3;
const least = 2;

/** The records of all lists that have these words. */
export function useRecords(text: string): { records: FoundRecord[]; loading: boolean } {
  const search = useDeferredValue(text.trim());
  const searched = screens.filter(({ call, leads }) => call ?? leads);
  return useQueries({
    queries: searched.map(({ call, leads }) => ({
      queryKey: [call ?? leads, 'palette', search],
      queryFn: ({ signal }: { signal: AbortSignal }) => findIn(call ?? leads ?? '', search, signal),
      enabled: search.length >= least,
      retry: false,
    })),
    combine: (results) => ({
      loading: results.some(({ isFetching }) => isFetching),
      records: results.flatMap(({ data }, index) => {
        const screen = searched[index];
        return screen && data ? data.map((row) => ({ id: row.id, title: titleOf(row), screen })) : [];
      }),
    }),
  });
}

/** Waits a moment first: the next letter makes the question another one. */
async function findIn(call: string, search: string, signal: AbortSignal): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (signal.aborted) return [];
  const query = new URLSearchParams({ search, per_page: String(perList) });
  return (await api.get<ListPage<Row>>(`${call}?${query}`, { signal })).data;
}

/** What a record is called, whichever kind it is of: by its title, else the first field whose name ends so. */
function titleOf(row: Row): string {
  if ('institute_name' in row && 'name' in row) return `${row.institute_name} · ${row.name}`;
  const fields = Object.entries(row).filter(([field, value]) => /(^|_)(title|name)$/i.test(field) && value);
  const named = fields.find(([field]) => field === 'title') ?? fields[0];
  return named ? String(named[1]) : `#${row.id}`;
}
