import './second-factor/second-factor.css';
import { useState } from 'react';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { DialogForm } from './second-factor/confirm-dialog.tsx';
import { confirmByPasskey, hasPasskeys } from './second-factor/passkey-client.ts';
import { PasskeyButton } from './second-factor/second-step.tsx';
import { useUser } from './session.ts';

/** Asks for the password or a passkey before a call that a stolen session must not make. */
export default function ConfirmForm({ ways, onDone }: { ways: string[]; onDone: (isConfirmed: boolean) => void }) {
  const user = useUser();
  const [failure, setFailure] = useState('');
  return (
    <Modal title="Confirm that it is you" onClose={() => onDone(false)}>
      <p className="factor-why">
        This step needs your password once more. It then counts for ten minutes, and nothing that you typed is lost.
      </p>
      <div role="alert">{failure && <p className="notice notice-bad error-summary">{failure}</p>}</div>
      {ways.includes('passkey') && hasPasskeys() && (
        <div className="factor-why">
          <PasskeyButton
            idle="Use a passkey"
            busy="Waiting for your passkey"
            act={() => confirmByPasskey().then(() => onDone(true))}
            onFailure={(error) => setFailure(error === null ? '' : messageOf(error))}
          />
        </div>
      )}
      <DialogForm
        values={{ current_password: '' }}
        idle="Confirm"
        send={async (values) => {
          await api.post(calls.accountConfirm, values, { has: 'message' });
          onDone(true);
        }}
        onClose={() => onDone(false)}
      >
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
      </DialogForm>
    </Modal>
  );
}
