import { type SubmitEvent, useState } from 'react';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { leadLimits, lostReasons } from '../../lead/strings.ts';

interface LostDialogProps {
  count: number;
  /** Of the only one. */
  name: string;
  before: string;
  onGive: (reason: string) => void;
  onClose: () => void;
}

export default function LostDialog({ count, name, before, onGive, onClose }: LostDialogProps) {
  const [reason, setReason] = useState(before);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim()) onGive(reason.trim());
  }

  return (
    <Modal title={count === 1 ? 'Why was it lost?' : `Why were these ${count} lost?`} onClose={onClose}>
      <form onSubmit={submit}>
        <p lang="bn">{count === 1 && name}</p>
        <div className="reasons">
          {lostReasons.map((each) => (
            <button
              type="button"
              key={each}
              className="button button-quiet button-small"
              aria-pressed={reason === each}
              onClick={() => setReason(each)}
            >
              {each}
            </button>
          ))}
        </div>
        <label className="field">
          <span className="label">Reason</span>
          <input
            className="control"
            required
            maxLength={leadLimits.lostReason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-primary">
            Move to Lost
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
