import { type SubmitEvent, useState } from 'react';
import { DialogButtons, Modal } from '../../dialog/modal.tsx';

interface PlaceDialogProps {
  name: string;
  place: number;
  total: number;
  onChoose: (place: number) => void;
  onClose: () => void;
}

/** Asks for a row's new place, counted through all pages. */
export function PlaceDialog({ name, place, total, onChoose, onClose }: PlaceDialogProps) {
  const [text, setText] = useState(String(place));

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = Number.parseInt(text, 10);
    if (Number.isNaN(chosen)) return;
    onClose();
    onChoose(chosen);
  }

  return (
    <Modal title="Move to place" onClose={onClose}>
      <form onSubmit={submit}>
        <label className="field">
          <span className="label">
            Place of ‘{name}’, from 1 to {total}
          </span>
          <input
            className="control"
            type="number"
            min={1}
            max={total}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="button button-primary">
            Move
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}
