import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '#ui/admin/calls/api.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { notifyError } from '#ui/admin/notify.tsx';
import { withDraft } from '../../versions/pending.tsx';
import type { Editing, RecordKind } from '../form/record-kind.tsx';

/** The record in the form. `?edit=7` in the URL opens that one, as the palette does. */
export function useEditing<R extends Row>(kind: RecordKind<R>) {
  const [editing, setEditing] = useState<Editing<R> | null>(null);
  const [address, setAddress] = useSearchParams();
  const editId = address.get('edit');
  const dirty = useRef(false);
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is;
  }, []);

  /** False if the unsaved input is to stay. */
  const mayLeave = useCallback(async () => !dirty.current || askToLeave(kind.one), [kind.one]);
  const edit = useCallback(
    async (record: R, number: number | null) => {
      try {
        const opened = await withDraft(kind.path, record);
        // Checked last, as the user may have typed while the draft was loading.
        if (await mayLeave()) setEditing({ record: opened, number });
      } catch (error) {
        notifyError(error);
      }
    },
    [kind.path, mayLeave],
  );

  useEffect(() => {
    if (!editId) return;
    setAddress(
      (now) => {
        now.delete('edit');
        return now;
      },
      { replace: true },
    );
    api
      .get<{ data: R }>(`${kind.path}/${editId}`)
      .then(({ data }) => edit(data, null))
      .catch(notifyError);
  }, [editId, kind.path, edit, setAddress]);

  return { editing, setEditing, edit, mayLeave, onDirty };
}
