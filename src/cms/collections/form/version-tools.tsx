import { CalendarClock, Eye, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Row, Written } from '#ui/admin/calls/pages.ts';
import { ask, askToLeave } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailure, notifyResult } from '#ui/admin/notify.tsx';
import type { FormValues } from '#ui/form/values.ts';
import { withDraft } from '../../versions/pending.tsx';
import { type RecordKind, valuesOf } from './record-kind.ts';

const HistoryPanel = lazy(() => import('../../versions/history-panel.tsx'));
const ScheduleDialog = lazy(() => import('../../versions/schedule-dialog.tsx'));

interface VersionToolsProps<R extends Row> {
  kind: RecordKind<R>;
  record: R | null;
  saveDraft: () => Promise<R | null>;
  /** The record was changed outside the form. */
  onChanged: (record: R) => void;
  onTake: (values: FormValues) => void;
  preview: { open: boolean; toggle: () => void };
}

export function VersionTools<R extends Row>(props: VersionToolsProps<R>) {
  const { kind, record, saveDraft, onChanged, onTake, preview } = props;
  const { isSubmitting, isDirty } = useFormState();
  const [open, setOpen] = useState<'history' | 'schedule' | null>(null);
  /** A new record, after it was saved for its schedule. */
  const [scheduled, setScheduled] = useState<R | null>(null);

  async function keep(): Promise<void> {
    const saved = await saveDraft();
    if (saved) notifyDone(record ? 'Draft saved' : 'Saved as a draft: visitors don’t see it yet');
  }

  async function schedule(): Promise<void> {
    const saved = isDirty || !record ? await saveDraft() : record;
    if (!saved) return;
    setScheduled(saved);
    setOpen('schedule');
  }

  /** Reloads the form with the current record or its draft. */
  async function reopen(): Promise<void> {
    const latest = await notifyFailure(findLatest<R>(kind.path, (record ?? scheduled)?.id));
    if (latest) onChanged(latest);
  }

  const unlessBusy = (act: () => Promise<void>) => ({
    'aria-disabled': isSubmitting,
    onClick: () => isSubmitting || void act(),
  });
  return (
    <>
      <button type="button" className="button button-text" aria-pressed={preview.open} onClick={preview.toggle}>
        <Eye />
        Preview
      </button>
      {record && (
        <button type="button" className="button button-text" onClick={() => setOpen('history')}>
          <History />
          History
        </button>
      )}
      {record?.pending?.draft_at && (
        <button
          type="button"
          className="button button-text"
          {...unlessBusy(() => askToDiscard(kind.path, record.id, onChanged))}
        >
          Discard draft
        </button>
      )}
      <button type="button" className="button button-quiet" {...unlessBusy(schedule)}>
        <CalendarClock />
        Publish at …
      </button>
      <button type="button" className="button button-quiet" {...unlessBusy(keep)}>
        Save draft
      </button>
      <Suspense fallback={null}>
        {open === 'history' && record && (
          <HistoryPanel
            path={kind.path}
            id={record.id}
            name={kind.nameOf(record)}
            current={{ ...valuesOf(kind, record), image: record.image ?? '' }}
            mayLeave={async () => !isDirty || askToLeave(kind.one)}
            onRestored={reopen}
            onTake={onTake}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'schedule' && scheduled && (
          <ScheduleDialog path={kind.path} record={scheduled} onSaved={reopen} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

async function askToDiscard<R extends Row>(path: string, id: number, onDiscarded: (record: R) => void): Promise<void> {
  await ask({
    title: 'Discard the draft',
    text: 'What visitors see stays as it is. The draft can be found again in the history.',
    proceed: 'Discard it',
    cancel: 'Keep it',
    tone: 'danger',
    act: async () => {
      const answer = await notifyResult(api.delete<Written<R>>(versionPaths.draft(path, id)));
      if (answer) onDiscarded(answer.data);
    },
  });
}

async function findLatest<R extends Row>(path: string, id: number | undefined): Promise<R> {
  const { data } = await api.get<{ data: R }>(`${path}/${id}`);
  return withDraft(path, data);
}
