import { type RefObject, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '../../admin/calls/api.ts';
import { messageOf } from '../../admin/calls/call-error.ts';
import type { Row } from '../../admin/calls/pages.ts';
import { notifyFailed } from '../../admin/notify.tsx';
import type { Editing, RecordKind } from '../record-kind.ts';
import { layOver } from '../use-call-form.ts';
import type { FormValues } from '../values.ts';
import { type Draft, draftsOf, dropDraft } from './draft-store.ts';

interface OfferOptions<R extends Row> {
  kind: RecordKind<R>;
  form: UseFormReturn<FormValues>;
  version: RefObject<string | null>;
  onEdit: (editing: Editing<R> | null) => void;
}

export function useDraftOffer<R extends Row>({ kind, form, version, onEdit }: OfferOptions<R>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const taken = useRef<Draft | null>(null);

  useEffect(() => {
    void draftsOf(kind.path).then(([latest]) => setDraft(latest ?? null));
  }, [kind.path]);

  async function take(): Promise<void> {
    if (!draft) return;
    setDraft(null);
    if (draft.recordId === null) return fill(draft);
    try {
      const { data } = await api.get<{ data: R }>(`${kind.path}/${draft.recordId}`);
      taken.current = draft;
      onEdit({ record: data, number: null });
    } catch (error) {
      notifyFailed(`${messageOf(error)} The text is in the form as a new one.`);
      fill(draft);
    }
  }

  function fill({ values, version: read }: Draft): void {
    version.current = read;
    layOver(form, values);
  }

  function drop(): void {
    if (draft) void dropDraft(draft.path, draft.recordId);
    setDraft(null);
  }

  return {
    shown: draft && { draft, take, drop },
    /** Applies a pending draft after the form was filled with this record. */
    apply: (recordId: number | null) => {
      if (taken.current && taken.current.recordId === recordId) fill(taken.current);
      taken.current = null;
    },
  };
}
