import type { ReactNode } from 'react';
import { t } from '#i18n/text.ts';
import { messageOf } from '#ui/admin/calls/api.ts';
import { isRemembered } from '#ui/admin/calls/token.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { CallForm, PasswordField, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { type SignIn, useSignIn } from './second-factor/second-step.tsx';
import { signIn, useUser } from './session.ts';

export default function SignInForm({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const user = useUser();
  const buttons = (
    <DialogButtons onCancel={() => onDone(false)}>
      <SubmitButton idle="Sign in" busy="Signing in" />
    </DialogButtons>
  );
  const { failure, failWith, onPassed, secondStep } = useSignIn(stepWords, buttons, () => onDone(true));
  const message = failure ? messageOf(failure.error) : '';
  return (
    <Modal title="Sign in again" onClose={() => onDone(false)}>
      <p className="note error-summary">
        Your session has ended. Nothing that you typed is lost: sign in as <b>{user?.email}</b> and go on.
      </p>
      <div role="alert">
        {message && <p className="notice notice-bad error-summary">{failures[message] ?? message}</p>}
      </div>
      {secondStep ?? (
        <PasswordForm email={user?.email ?? ''} onFailure={failWith('password')} onPassed={onPassed}>
          {buttons}
        </PasswordForm>
      )}
    </Modal>
  );
}

function PasswordForm({
  email,
  onPassed,
  onFailure,
  children,
}: {
  email: string;
  onPassed: SignIn['onPassed'];
  onFailure: (error: unknown) => void;
  children: ReactNode;
}) {
  const { form, submit } = useCallForm({
    values: { password: '' },
    send: async ({ password }): Promise<void> => {
      onFailure(null);
      // The server's message would be Bengali, as on the pages before the back office.
      if (!password) return form.setError('password', { message: 'Enter your password.' }, { shouldFocus: true });
      onPassed(await signIn(email, String(password), isRemembered()), isRemembered());
    },
    onFailure,
  });
  return (
    <CallForm {...{ form, submit }}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      {children}
    </CallForm>
  );
}

/** The sign-in answers in English, as its page has the Bengali beside it. */
const failures: Record<string, string> = t({
  'This credential does not exist.': 'This credential does not exist.',
  'This code is not right, or was used before.': 'This code is not right, or was used before.',
  'This passkey does not belong to an account here.': 'This passkey does not belong to an account here.',
  'This took too long, or too many attempts. Sign in again.':
    'This took too long, or too many attempts. Sign in again.',
  'Too many people are signing in. Try again in 2 seconds.': 'Too many people are signing in. Try again in 2 seconds.',
});

const stepWords = t({
  appCode: 'Code from your app',
  appCodeHint: 'The six digits that it shows now.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Each code works once.',
  useAppCode: 'Use a code from your app',
  useRecoveryCode: 'Use a recovery code',
  usePasskey: 'Use a passkey',
  passkeyWaits: 'Waiting for your passkey',
  codeMissing: 'Enter the code.',
});
