import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';
import type { ImportRemoved } from '../lead/schema.ts';

export async function askToUndoImport(id: number): Promise<void> {
  try {
    const { message } = await api.delete<ImportRemoved>(leadCalls.imported.replace(':id', String(id)));
    notifyDone(message);
  } catch (error) {
    notifyError(error);
  }
}
