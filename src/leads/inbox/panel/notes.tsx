import { Pencil, Trash2, Undo2 } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useUser } from '#auth/session.ts';
import { leadCalls } from '#paths.ts';
import { returnFocusToDialog } from '#ui/admin/dialog/focus-back.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { leadLimits } from '../../lead/limits.ts';
import type { LeadEvent, WholeLead } from '../../lead/schema.ts';
import type { LeadWork } from '../screen/use-work.ts';

type NoteEvent = Extract<LeadEvent, { event: 'noted' | 'note_deleted' }>;

export function NoteItem({ event, work }: { event: NoteEvent; work: LeadWork }) {
  const [editing, setEditing] = useState(false);
  const editor = useRef<HTMLButtonElement>(null);
  const text = event.details.note ?? '';

  function close() {
    setEditing(false);
    requestAnimationFrame(() => editor.current?.focus());
  }

  async function remove() {
    if (!(await work.removeNote(event, text))) return;
    requestAnimationFrame(() => document.getElementById(undoId(event))?.focus());
  }

  if (editing) return <Editor {...{ event, text, work }} onClose={close} />;
  return (
    <div className="kept-note">
      <p lang="bn" className="timeline-text">
        {text}
      </p>
      <Writers>
        <span className="row-actions">
          <button
            type="button"
            className="row-action row-action-delete"
            aria-label={`Delete note: ${beginningOf(text)}`}
            onClick={() => void remove()}
          >
            <Trash2 />
          </button>
          <button
            type="button"
            ref={editor}
            className="row-action"
            aria-label={`Edit note: ${beginningOf(text)}`}
            onClick={() => setEditing(true)}
          >
            <Pencil />
          </button>
        </span>
      </Writers>
    </div>
  );
}

export function UndoDeletion({ event, work }: { event: NoteEvent; work: LeadWork }) {
  const text = work.deletedNotes.get(Number(event.note_id));
  if (text === undefined) return null;
  return (
    <button
      type="button"
      id={undoId(event)}
      className="button button-quiet button-small"
      onClick={() => void work.changeNote(event, text)}
    >
      <Undo2 />
      Undo
    </button>
  );
}

/** Typed text is kept when the note changes on the server. */
function Editor(props: { event: NoteEvent; text: string; work: LeadWork; onClose: () => void }) {
  const { event, text, work, onClose } = props;
  const [typed, setTyped] = useState(text);
  const [version, setVersion] = useState<string | undefined>(versionOf(event));
  const [busy, setBusy] = useState(false);

  async function save(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault();
    if (busy || !typed.trim()) return;
    setBusy(true);
    if (await work.changeNote(event, typed, version)) return onClose();
    // After a conflict was shown, saving again overwrites.
    setVersion(undefined);
    setBusy(false);
  }

  return (
    <form className="note-form note-editor" onSubmit={save}>
      <label className="field">
        <span className="sr-only">Change the note</span>
        <textarea
          className="control"
          lang="bn"
          rows={2}
          maxLength={leadLimits.note}
          value={typed}
          ref={focusAtEnd}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(press) => {
            if (press.key === 'Escape') onClose();
          }}
        />
      </label>
      <span className="note-buttons">
        <button type="button" className="button button-text" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button-quiet" aria-busy={busy} disabled={!typed.trim()}>
          {busy && <Spinner />}
          Save note
        </button>
      </span>
    </form>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
}

function undoId({ note_id }: NoteEvent): string {
  return `undo-note-${note_id}`;
}

function versionOf({ at, details }: NoteEvent): string {
  return details.changed_at ?? at;
}

function beginningOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

/** The draft of a user is kept in sessionStorage until it is saved. */
export function NoteForm({ lead, work }: { lead: WholeLead; work: LeadWork }) {
  const draft = `note of ${useUser()?.id} on lead ${lead.id}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !text.trim()) return;
    const form = event.currentTarget;
    setBusy(true);
    const noted = await work.post(lead, leadCalls.notes, { note: text });
    // The text may have changed while it was sent.
    if (noted && form.querySelector('textarea')?.value === text) {
      write('');
      returnFocusToDialog(form);
    }
    setBusy(false);
  }

  function write(next: string) {
    setText(next);
    if (next) sessionStorage.setItem(draft, next);
    else sessionStorage.removeItem(draft);
  }

  return (
    <form className="note-form" onSubmit={submit}>
      <label className="field">
        <span className="label">Note</span>
        <textarea
          className="control"
          lang="bn"
          rows={2}
          maxLength={leadLimits.note}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      </label>
      <button type="submit" className="button button-quiet" aria-busy={busy} disabled={!text.trim()}>
        {busy && <Spinner />}
        Add note
      </button>
    </form>
  );
}
