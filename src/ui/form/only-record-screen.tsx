import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerAt } from '../admin/calls/api.ts';
import { NotLoaded } from '../table/table.tsx';

interface OnlyRecordScreenProps<T> {
  title: string;
  path: string;
  children: (record: T, query: { refetch: () => Promise<unknown>; dataUpdatedAt: number }) => ReactNode;
}

/** The heading of a screen, and the form of its only record. A refetch must not overwrite what was typed. */
export function OnlyRecordScreen<T>({ title, path, children }: OnlyRecordScreenProps<T>) {
  const query = useQuery({
    ...answerAt<{ data: T }>(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, isError, refetch } = query;
  return (
    <>
      <h1 className="screen-title">{title}</h1>
      {isError && <NotLoaded text="The settings could not be loaded." onRetry={refetch} />}
      {data ? children(data.data, query) : !isError && <span className="skeleton" style={{ height: 420 }} />}
    </>
  );
}
