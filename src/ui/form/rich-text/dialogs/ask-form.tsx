import type { ReactNode, SubmitEvent } from 'react';
import { Modal } from '../../../admin/dialog/modal.tsx';
import { words } from '../words.ts';

interface AskFormProps {
  title: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  /** A button that stands apart from the two. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A small form in a dialog above the form that the editor belongs to. */
export function AskForm({ title, submit, onSubmit, onClose, aside, children }: AskFormProps) {
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // In React's tree the outer form is around this one and would be sent, too.
    event.stopPropagation();
    onSubmit();
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form className="rich-text-ask" ref={focusFirst} noValidate onSubmit={send}>
        {children}
        <div className="dialog-buttons">
          {aside}
          <button type="button" className="button button-text" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" className="button button-primary">
            {submit}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** The dialog itself would begin at its close button. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('.control')?.focus();
}
