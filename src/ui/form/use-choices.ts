import { useQuery } from '@tanstack/react-query';
import { api } from '../admin/calls/api.ts';
import type { Choice, Choices } from './choice-box.tsx';

/** What a select offers, from a call that answers a bare list. Nothing is asked while the address is null. */
export function useChoices<T extends { id: number }>(path: string | null, nameOf: (item: T) => string): Choices {
  const { data, isError } = useQuery({
    queryKey: [path, 'choices'],
    queryFn: ({ signal }) => api.get<T[]>(path ?? '', { signal }),
    enabled: path !== null,
  });
  const items: Choice[] = (data ?? []).map((item) => ({ id: item.id, name: nameOf(item) }));
  return { items, state: isError ? 'failed' : data || path === null ? 'ready' : 'loading' };
}
