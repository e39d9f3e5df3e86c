import { CalendarClock, Ellipsis, Eye, History, type LucideIcon, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { versionPaths } from '#paths.ts';
import { api, type Row, type Written } from '#ui/admin/calls/api.ts';
import { ask, askToLeave } from '#ui/admin/dialog/ask.ts';
import { lazyComponent, lazyDialog } from '#ui/admin/lazy-component.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem } from '#ui/admin/menu/menu-items.tsx';
import { notifyDone, notifyFailure, notifyResult } from '#ui/admin/notify.tsx';
import { mergeValues } from '#ui/form/call-form.tsx';
import { publicationOf, withDraft } from '../../versions/pending.tsx';
import { type RecordKind, valuesOf } from './record-kind.tsx';
import type { RecordFormState } from './use-record-form.ts';

const HistoryPanel = lazyDialog(() => import('../../versions/history-panel.tsx'));
const ScheduleDialog = lazyDialog(() => import('../../versions/schedule-dialog.tsx'));

interface VersionToolsProps<R extends Row> {
  kind: RecordKind<R>;
  record: R | null;
  content: RecordFormState<R>;
  onCancel?: () => void;
}

/** The button of drafts, and the menu of what is done less often. */
export function VersionTools<R extends Row>(props: VersionToolsProps<R>) {
  const { kind, record, content, onCancel } = props;
  const { form, saveDraft, showFailure, show } = content;
  const { isSubmitting, isDirty } = form.formState;
  const [open, setOpen] = useState<'history' | 'schedule' | null>(null);
  /** A new record, after it was saved for its schedule. */
  const [scheduled, setScheduled] = useState<R | null>(null);
  const { hasDraft } = publicationOf(record);

  async function keep() {
    const saved = await saveDraft();
    if (saved) notifyDone(record ? 'Draft saved' : 'Saved as a draft: visitors don’t see it yet');
  }

  async function schedule() {
    const saved = record && !isDirty ? record : await saveDraft();
    if (!saved) return;
    setScheduled(saved);
    setOpen('schedule');
  }

  /** Reloads the form with the current record or its draft. */
  async function reopen() {
    const latest = await notifyFailure(findLatest<R>(kind.path, (record ?? scheduled)?.id));
    if (latest) show(latest);
  }

  const more = [
    onCancel && { word: record ? 'Cancel' : 'Clear', Icon: X, act: onCancel },
    { word: 'Schedule …', Icon: CalendarClock, act: schedule },
    record && { word: 'History', Icon: History, act: () => setOpen('history') },
    record && hasDraft && { word: 'Discard draft', Icon: Trash2, act: () => askToDiscard(kind.path, record.id, show) },
  ];
  return (
    <>
      <MenuButton
        className="icon-button"
        aria-label="More actions"
        side="top"
        align="start"
        menu={<Choices choices={more} isSubmitting={isSubmitting} />}
      >
        <Ellipsis />
      </MenuButton>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isSubmitting}
        onClick={() => isSubmitting || void keep()}
      >
        Save draft
      </button>
      {open === 'history' && record && (
        <HistoryPanel
          path={kind.path}
          id={record.id}
          name={kind.nameOf(record)}
          current={{ ...valuesOf(kind, record), image: record.image ?? '' }}
          mayLeave={async () => !isDirty || askToLeave(kind.one)}
          onRestored={reopen}
          onTake={(values) => mergeValues(form, values)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'schedule' && scheduled && (
        <ScheduleDialog
          path={kind.path}
          record={scheduled}
          onSaved={reopen}
          onClose={() => setOpen(null)}
          onIncomplete={showFailure}
        />
      )}
    </>
  );
}

interface Choice {
  word: string;
  Icon: LucideIcon;
  act: () => void | Promise<void>;
}

function Choices({ choices, isSubmitting }: { choices: (Choice | false | null | undefined)[]; isSubmitting: boolean }) {
  return choices.map(
    (choice) =>
      choice && (
        <MenuItem key={choice.word} disabled={isSubmitting} onSelect={() => void choice.act()}>
          <choice.Icon />
          {choice.word}
        </MenuItem>
      ),
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

export function PreviewButton({ pressed, onPress }: { pressed: boolean; onPress: () => void }) {
  return (
    <button type="button" className="button button-quiet button-small" aria-pressed={pressed} onClick={onPress}>
      <Eye />
      Preview
    </button>
  );
}

export const LazyPreview = lazyComponent(
  () => import('../../versions/preview-pane.tsx'),
  () => undefined,
);
