import './second-factor.css';
import type { ReactNode } from 'react';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { isRemembered, storeToken } from '#ui/admin/calls/token.ts';
import { type FormValues, PasswordField } from '#ui/form/call-form.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useUser } from '../session.ts';
import { hasPasskeys, signConfirmation } from './passkey-client.ts';
import { CodeField, PasskeyButton } from './second-step.tsx';

/** Asks for the password or the second factor before a call that a stolen session must not make. */
export default function ConfirmForm({ ways, onDone }: { ways: string[]; onDone: (isConfirmed: boolean) => void }) {
  const user = useUser();
  return (
    <ConfirmDialog
      title="Confirm that it is you"
      why="It then counts for ten minutes, and nothing that you typed is lost."
      proceed="Confirm"
      ways={ways}
      fields={{
        values: {},
        draw: <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />,
      }}
      send={async (values) => {
        const { token } = await api.post<{ token?: string }>(calls.accountConfirm, values, { has: 'message' });
        if (token) storeToken(token, isRemembered());
        onDone(true);
      }}
      onClose={() => onDone(false)}
    />
  );
}

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
    <FormDialog
      title={title}
      values={{ ...fields?.values, [isByCode ? 'code' : 'current_password']: '' }}
      send={send}
      idle={proceed}
      busy="Checking"
      onClose={onClose}
      renderAbove={(submitTo) => (
        <>
          <p className="factor-why">{why}</p>
          {ways.includes('passkey') && hasPasskeys() && (
            <div className="factor-why">
              <PasskeyButton
                idle="Use a passkey"
                busy="Waiting for your passkey"
                act={() => submitTo(async (values) => send({ ...values, ...(await signConfirmation()) }))}
                onFailure={() => undefined}
              />
            </div>
          )}
        </>
      )}
    >
      <div className="factor-fields">
        {fields?.draw}
        {isByCode ? (
          <CodeField label="Code" hint="Of your app, or a recovery code." isDigits={false} />
        ) : (
          <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
        )}
      </div>
    </FormDialog>
  );
}
