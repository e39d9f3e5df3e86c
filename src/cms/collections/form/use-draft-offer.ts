import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { type DeviceDraft, discardDeviceDraft, loadDrafts } from '#ui/form/drafts/draft-store.ts';
import { mergeValues } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { Editing, RecordKind } from './record-kind.ts';

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
