import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { takeArrived } from './prefetch.ts';

/** A call that only reads, as a query with its path as the key. */
export function answerAt<T>(path: string) {
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, { signal }),
    initialData: () => takeArrived<T>(path),
  };
}

export function useAnswer<T>(path: string) {
  return useQuery(answerAt<T>(path));
}

/** Asks again for what a call answered, or for all that the screen shows. */
export function useReload() {
  const queries = useQueryClient();
  return (path?: string) => queries.invalidateQueries(path === undefined ? {} : { queryKey: [path] });
}
