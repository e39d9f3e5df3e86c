import { type ReactNode, useState } from 'react';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import type { FormValues } from '#ui/form/values.ts';
import { hasPasskeys, signConfirmation } from './passkey-client.ts';
import { CodeField, PasskeyButton } from './second-step.tsx';

/** The answer of a passkey is an object, beside the fields of the form. */
export type DialogValues = Record<string, unknown>;

export interface ConfirmDialogProps {
  title: string;
  why: string;
  proceed: string;
  /** How the user may prove the identity: `password` or `code`, and `passkey`. */
  ways: string[];
  fields?: { values: FormValues; draw: ReactNode };
  send: (values: DialogValues) => Promise<void>;
  onClose: () => void;
}

/** Asks for the current password, or the second factor where there is one. */
export function ConfirmDialog({ title, why, proceed, ways, fields, send, onClose }: ConfirmDialogProps) {
  const isByCode = ways.includes('code');
  return (
    <Modal title={title} onClose={onClose}>
      <p className="factor-why">{why}</p>
      <DialogForm
        values={{ ...fields?.values, [isByCode ? 'code' : 'current_password']: '' }}
        idle={proceed}
        send={send}
        onClose={onClose}
        hasPasskey={ways.includes('passkey')}
      >
        {fields?.draw}
        {isByCode ? (
          <CodeField label="Code" hint="Of your app, or a recovery code." isDigits={false} />
        ) : (
          <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
        )}
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
  hasPasskey = false,
  children,
}: {
  values: FormValues;
  idle: string;
  send: (values: DialogValues) => Promise<void>;
  onClose: () => void;
  /** Offers a passkey in place of the button. */
  hasPasskey?: boolean;
  children: ReactNode;
}) {
  const [failure, setFailure] = useState('');
  const { form, submit, submitTo, others } = useCallForm({
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
        {hasPasskey && hasPasskeys() && (
          <div className="factor-why">
            <PasskeyButton
              idle="Use a passkey"
              busy="Waiting for your passkey"
              act={() => submitTo(async (formValues) => send({ ...formValues, ...(await signConfirmation()) }))}
              onFailure={() => setFailure('')}
            />
          </div>
        )}
        <div className="factor-fields">{children}</div>
        <DialogButtons onCancel={onClose}>
          <SubmitButton idle={idle} busy="Checking" />
        </DialogButtons>
      </CallForm>
    </>
  );
}
