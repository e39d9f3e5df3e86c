import { useQuery } from '@tanstack/react-query';
import { answerAt } from '../admin/calls/use-answer.ts';
import type { Choice, Choices } from './choice-box.tsx';

/** The options of a select, from a call that returns an array. Disabled while the path is null. */
export function useChoices<T extends { id: number }>(path: string | null, nameOf: (item: T) => string): Choices {
  const { data, isError } = useQuery({
    ...answerAt<T[]>(path ?? ''),
    queryKey: [path, 'choices'],
    enabled: path !== null,
  });
  const items: Choice[] = (data ?? []).map((item) => ({ id: item.id, name: nameOf(item) }));
  return { items, state: isError ? 'failed' : data || path === null ? 'ready' : 'loading' };
}
