import { useQuery } from '@tanstack/react-query';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { PersonalAccess } from '../schema.ts';

/** The settings of the personal access, as they are saved. */
export function usePersonalAccess() {
  return useQuery({
    queryKey: [adminCalls.personalAccess],
    queryFn: ({ signal }) => api.get<{ data: PersonalAccess }>(adminCalls.personalAccess, { signal }),
    // What is typed must not be filled over by a newer state; a save asks instead.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
