import { type SubmitEvent, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { eraseWord } from '../../lead/limits.ts';
import type { WholeLead } from '../../lead/schema.ts';

interface EraseDialogProps {
  lead: WholeLead;
  onClose: () => void;
  onErased: () => Promise<void>;
}

/** Can't be undone, so a word must be typed to confirm. */
export function EraseDialog({ lead, onClose, onErased }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const right = typed.trim() === eraseWord;

  async function erase(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!right || busy) return;
    setBusy(true);
    try {
      const path = leadCalls.erase.replace(':id', String(lead.id));
      const { message } = await api.post<Written<unknown>>(path, { confirm: eraseWord });
      notifyDone(message);
      await onErased();
    } catch (error) {
      notifyFailed(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Modal title="Erase this person" onClose={onClose}>
      <form onSubmit={erase}>
        <p>
          All that <b lang="bn">{lead.name}</b> ever sent is removed for good: every request with this number or email,
          its history, notes and mails. Only a count stays. This can’t be undone.
        </p>
        <label className="field erase-field">
          <span className="label">Type {eraseWord} to confirm</span>
          <input
            className="control"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <div className="dialog-buttons">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-danger" disabled={!right} aria-busy={busy}>
            {busy && <Spinner />}
            Erase for good
          </button>
        </div>
      </form>
    </Modal>
  );
}
