import type { ReactNode, SubmitEvent } from 'react';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { editorStrings } from '../strings.ts';

interface AskFormProps {
  title: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  /** A button apart from submit and cancel. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A small form in a dialog above the editor's form. */
export function AskForm({ title, submit, onSubmit, onClose, aside, children }: AskFormProps) {
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React events bubble through portals, so the outer form would be submitted too.
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
            {editorStrings.cancel}
          </button>
          <button type="submit" className="button button-primary">
            {submit}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Radix would focus the close button. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('.control')?.focus();
}
