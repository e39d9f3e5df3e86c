import { useQueryClient } from '@tanstack/react-query';
import { api, CallError, type Row, type Written } from '#ui/admin/calls/api.ts';
import { askToDelete, showMessage } from '#ui/admin/dialog/ask.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import { notifyDone, notifyError, notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import { publicUrl, type RecordKind } from '../form/record-kind.ts';

export function useDeletion<R extends Row>(kind: RecordKind<R>, onDeleted: (record: R) => void) {
  const queries = useQueryClient();
  const failedMessage = kind.deleteFailed ?? `Failed to delete the ${kind.one}`;

  async function remove(record: R) {
    const dialog = document.querySelector<HTMLElement>('[role="dialog"]');
    await askToDelete(kind.deleteTitle ?? `Delete ${kind.one}`, `You are about to Delete this ${kind.one}.`, () =>
      removeNow(record),
    );
    setTimeout(restoreFocus, 50, dialog);
  }

  async function removeNow(record: R) {
    try {
      const { message } = await api.delete<Written<{ id: number }>>(`${kind.path}/${record.id}`);
      onDeleted(record);
      notifyUndoable(message, () => restore(record));
      await queries.invalidateQueries();
    } catch (error) {
      notifyFailed(failedMessage);
      // The record is in use: the reason needs a dialog.
      if (error instanceof CallError && error.status === 409) await showMessage(failedMessage, error.message);
    }
  }

  async function restore(record: R) {
    try {
      const { message } = await api.post<Written<R>>(`${kind.path}/${record.id}/restore`);
      notifyDone(message, publicUrl(kind, record));
    } catch (error) {
      notifyError(error);
    }
    await queries.invalidateQueries();
    restoreFocus(null);
  }

  return { remove, restore };
}
