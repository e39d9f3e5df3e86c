import type { ReactNode } from 'react';
import { DialogButtons, Modal } from '../admin/dialog/modal.tsx';
import { CallForm } from './call-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useCallForm } from './use-call-form.ts';
import type { FormValues } from './values.ts';

interface FormDialogProps {
  title: string;
  values: FormValues;
  send: (values: FormValues) => Promise<void>;
  idle: ReactNode;
  busy: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form in it. */
export function FormDialog({ title, idle, busy, onClose, children, ...call }: FormDialogProps) {
  const { form, submit, others } = useCallForm(call);
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
        {children}
        <DialogButtons onCancel={onClose}>
          <SubmitButton idle={idle} busy={busy} />
        </DialogButtons>
      </CallForm>
    </Modal>
  );
}
