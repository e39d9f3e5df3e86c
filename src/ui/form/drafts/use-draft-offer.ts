import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '../../admin/calls/api.ts';
import { messageOf } from '../../admin/calls/call-error.ts';
import type { Row } from '../../admin/calls/pages.ts';
import { notifyFailed } from '../../admin/notify.tsx';
import type { Editing, RecordKind } from '../record-kind.ts';
import { mergeValues } from '../use-call-form.ts';
import type { FormValues } from '../values.ts';
import { type DeviceDraft, discardDeviceDraft, loadDrafts } from './draft-store.ts';

interface OfferOptions<R extends Row> {
  kind: RecordKind<R>;
  form: UseFormReturn<FormValues>;
  version: RefObject<string | null>;
  onEdit: (editing: Editing<R> | null) => void;
}

export function useDraftOffer<R extends Row>({ kind, form, version, onEdit }: OfferOptions<R>) {
  const [draft, setDraft] = useState<DeviceDraft | null>(null);
  const pendingDraft = useRef<DeviceDraft | null>(null);

  useEffect(() => {
    void loadDrafts(kind.path).then(([latest]) => setDraft(latest ?? null));
  }, [kind.path]);

  async function take(): Promise<void> {
    if (!draft) return;
    setDraft(null);
    if (draft.recordId === null) return fill(draft);
    try {
      const { data } = await api.get<{ data: R }>(`${kind.path}/${draft.recordId}`);
      pendingDraft.current = draft;
      onEdit({ record: data, number: null });
    } catch (error) {
      notifyFailed(`${messageOf(error)} The text is in the form as a new one.`);
      fill(draft);
    }
  }

  function fill({ values, version: read }: DeviceDraft): void {
    version.current = read;
    mergeValues(form, values);
  }

  function drop(): void {
    if (draft) void discardDeviceDraft(draft.path, draft.recordId);
    setDraft(null);
  }

  return {
    shown: draft && { draft, take, drop },
    /** Applies a pending draft after the form was filled with this record. */
    apply: (recordId: number | null) => {
      if (pendingDraft.current && pendingDraft.current.recordId === recordId) fill(pendingDraft.current);
      pendingDraft.current = null;
    },
  };
}
