import { type SubmitEvent, useState } from 'react';
import { Spinner } from '#ui/admin/spinner.tsx';
import { leadLimits, type WholeLead } from '../../schema.ts';
import type { Work } from '../use-work.ts';

/** What was said on the phone, and the like. What is typed stays until it is saved, even if the lead is closed. */
export function NoteForm({ lead, work }: { lead: WholeLead; work: Work }) {
  const draft = `note on lead ${lead.id}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !text.trim()) return;
    setBusy(true);
    if (await work.note(lead, text)) write('');
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
