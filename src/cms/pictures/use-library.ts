import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { LibraryPage, LibraryPicture } from '#api/picture.ts';
import { adminCalls } from '#paths.ts';
import { api, type Written } from '#ui/admin/calls/api.ts';
import { readPicture } from './read-picture.ts';

export interface LibraryRequest {
  search: string;
  only?: string;
}

export function useLibrary({ search, only = '' }: LibraryRequest) {
  const query = useInfiniteQuery({
    queryKey: [adminCalls.pictures, 'list', search, only],
    queryFn: ({ pageParam, signal }) =>
      api.get<LibraryPage>(`${adminCalls.pictures}?${parameters({ search, only, after: pageParam })}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return { query, pictures: query.data?.pages.flatMap(({ data }) => data) };
}

export type Library = ReturnType<typeof useLibrary>;

function parameters({ after, ...asked }: { search: string; only: string; after: number }): URLSearchParams {
  const all = Object.entries({ ...asked, after: after ? String(after) : '' });
  return new URLSearchParams(all.filter(([, value]) => value !== ''));
}

/**
 * Uploads a file to the library.
 * @throws with a message for the user
 */
export async function uploadPicture(file: File): Promise<LibraryPicture> {
  const image = await readPicture(file);
  const { data } = await api.post<Written<LibraryPicture>>(adminCalls.pictures, { image, name: file.name });
  return data;
}

const emptyTitle = 'Without a name';

export function pictureName({ name, alt }: Pick<LibraryPicture, 'name' | 'alt'>): string {
  return name || alt || emptyTitle;
}
