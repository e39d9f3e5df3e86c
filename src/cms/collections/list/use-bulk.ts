import { useQueryClient } from '@tanstack/react-query';
import { api } from '#ui/admin/calls/api.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import type { ListPage, Row, Written } from '#ui/admin/calls/pages.ts';
import { askToDelete, showMessage } from '#ui/admin/dialog/ask.ts';
import { notifyError, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import type { RecordKind } from '../form/record-kind.ts';

export type BulkActionChoice = 'activate' | 'deactivate' | 'delete' | 'restore';

interface Results {
  results: { id: number; ok: boolean; changed: boolean; message: string }[];
}

const nothingMessage = 'Nothing was changed';

const opposite = { activate: 'deactivate', deactivate: 'activate', delete: 'restore', restore: 'delete' } as const;

/** Bulk actions on several records, one call each, with an undo for ten seconds. */
export function useBulk<R extends Row>(
  kind: RecordKind<R>,
  onChanged: (ids: number[], action: BulkActionChoice) => void,
) {
  const queries = useQueryClient();
  const call = (action: BulkActionChoice, ids: number[], updated_at?: string) =>
    api.post<Written<Results>>(`${kind.path}/bulk`, { action, ids, updated_at });

  async function change(action: BulkActionChoice, records: R[], version?: string) {
    const ids = records.map(({ id }) => id);
    try {
      const { data, message } = await call(action, ids, version);
      const changed = data.results.filter((result) => result.changed).map(({ id }) => id);
      onChanged(changed, action);
      notifyUndoable(message, () => void undo(opposite[action], changed));
      await tellRefused(message, data, records);
    } catch (error) {
      await tellFailure(error, records);
    }
    await queries.invalidateQueries();
  }

  async function undo(action: BulkActionChoice, ids: number[]) {
    await notifyResult(call(action, ids));
    await queries.invalidateQueries();
  }

  /** Shows which records were rejected and why, in a dialog that has to be confirmed. */
  async function tellRefused(title: string, { results }: Results, records: R[]) {
    const refused = results.filter(({ ok }) => !ok);
    if (refused.length === 0) return;
    const nameOf = (recordId: number) => {
      const record = records.find(({ id }) => id === recordId);
      return record ? kind.nameOf(record) : String(recordId);
    };
    const lines = refused.map(({ id, message }) => `‘${nameOf(id)}’: ${message}`);
    await showMessage(title, lines.join(' '));
  }

  async function tellFailure(error: unknown, records: R[]) {
    const { status, data } = error instanceof CallError ? error : { status: 0, data: null };
    if (status === 409 && data) await tellRefused(nothingMessage, data as Results, records);
    else notifyError(error);
  }

  /** Optimistic update, corrected by the response. */
  async function toggleStatus(record: R) {
    const status = record.status === 1 ? 0 : 1;
    queries.setQueriesData<ListPage<Row>>({ queryKey: [kind.path] }, (page) =>
      page && Array.isArray(page.data)
        ? { ...page, data: page.data.map((row) => (row.id === record.id ? { ...row, status } : row)) }
        : page,
    );
    await change(status === 1 ? 'activate' : 'deactivate', [record], record.updated_at);
  }

  /** Moves records to the trash after one confirmation. Returns whether it was done. */
  async function remove(records: R[]) {
    const several = records.length > 1;
    return askToDelete(
      several ? `Delete ${records.length} records` : (kind.deleteTitle ?? `Delete ${kind.one}`),
      several
        ? `You are about to Delete these ${records.length} records.`
        : `You are about to Delete this ${kind.one}.`,
      () => change('delete', records),
    );
  }

  return { change, turn: toggleStatus, remove };
}
