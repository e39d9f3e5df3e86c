import { type SubmitEvent, useState } from 'react';
import { t } from '#i18n/text.ts';
import { DialogButtons } from '#ui/admin/dialog/modal.tsx';
import { leadLimits } from '../../lead/strings.ts';

const usual = t(['Chose another vendor', 'Too expensive', 'No answer', 'Not now', 'Not a school']);

export interface LostFormProps {
  before: string;
  onGive: (reason: string) => void;
  onClose: () => void;
}

export function LostForm({ before, onGive, onClose }: LostFormProps) {
  const [reason, setReason] = useState(before);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim()) onGive(reason.trim());
  }

  return (
    <form onSubmit={submit}>
      <div className="reasons">
        {usual.map((each) => (
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
  );
}
