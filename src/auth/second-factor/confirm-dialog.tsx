import { type ReactNode, useState } from 'react';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';

export interface ConfirmDialogProps {
  title: string;
  why: string;
  proceed: string;
  fields?: { values: FormValues; draw: ReactNode };
  send: (values: FormValues) => Promise<void>;
  onClose: () => void;
}

/** Asks for the current password before a change of the second factor. */
export function ConfirmDialog({ title, why, proceed, fields, send, onClose }: ConfirmDialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <p className="factor-why">{why}</p>
      <DialogForm values={{ ...fields?.values, current_password: '' }} idle={proceed} send={send} onClose={onClose}>
        {fields?.draw}
        <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
      </DialogForm>
    </Modal>
  );
}

/** A form in a dialog; errors that belong to no field are shown above it. */
export function DialogForm({
  values,
  idle,
  send,
  onClose,
  children,
}: {
  values: FormValues;
  idle: string;
  send: (values: FormValues) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [failure, setFailure] = useState('');
  const { form, submit, others } = useCallForm({
    values,
    send: (formValues) => {
      setFailure('');
      return send(formValues);
    },
    onFailure: (error) => setFailure(messageOf(error)),
  });
  const message = failure || others[0];
  return (
    <>
      <div role="alert">{message && <p className="notice notice-bad error-summary">{message}</p>}</div>
      <CallForm {...{ form, submit }}>
        <div className="factor-fields">{children}</div>
        <DialogButtons onCancel={onClose}>
          <SubmitButton idle={idle} busy="Checking" />
        </DialogButtons>
      </CallForm>
    </>
  );
}
