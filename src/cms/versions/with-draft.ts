import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Row } from '#ui/admin/calls/pages.ts';

/** The record with its draft, if it has one. */
export async function withDraft<R extends Row>(path: string, record: R): Promise<R> {
  if (!record.pending?.draft_at) return record;
  const { data } = await api.get<{ data: R | null }>(versionPaths.draft(path, record.id));
  return data ?? record;
}
