import type { ReactNode } from 'react';
import { DialogButtons, Modal } from '../admin/dialog/modal.tsx';
import { CallForm, type FormValues, SubmitButton, useCallForm } from './call-form.tsx';

interface FormDialogProps {
  title: string;
  values: FormValues;
  send: (values: FormValues) => Promise<void>;
  idle: ReactNode;
  busy: string;
  onClose: () => void;
  /** Stands in the place of the form once it has done its work; in the same dialog, which gives the focus back. */
  result?: { title: string; content: ReactNode } | false;
  /** Words, and another way to send it. */
  renderAbove?: (submitTo: ReturnType<typeof useCallForm>['submitTo']) => ReactNode;
  children: ReactNode;
}

/** A dialog with one form in it. */
export function FormDialog(props: FormDialogProps) {
  const { title, idle, busy, onClose, result, renderAbove, children, ...call } = props;
  const { form, submit, submitTo, others } = useCallForm({ ...call, isInline: true });
  if (result)
    return (
      <Modal title={result.title} onClose={onClose}>
        {result.content}
        <div className="dialog-buttons">
          <button type="button" className="button button-primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Modal>
    );
  return (
    <Modal title={title} onClose={onClose}>
      <CallForm
        {...{ form, others }}
        aria-label={title}
        submit={(event) => {
          // React events bubble through portals, so the form around the dialog would be submitted too.
          event.stopPropagation();
          submit(event);
        }}
      >
        {renderAbove?.(submitTo)}
        {children}
        <DialogButtons onCancel={onClose}>
          <SubmitButton idle={idle} busy={busy} />
        </DialogButtons>
      </CallForm>
    </Modal>
  );
}
