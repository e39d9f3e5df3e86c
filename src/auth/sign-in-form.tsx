import { useState } from 'react';
import { t } from '#i18n/text.ts';
import { CallError, messageOf } from '#ui/admin/calls/api.ts';
import { isRemembered } from '#ui/admin/calls/token.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { CallForm, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { PasswordField } from '#ui/form/field.tsx';
import { SecondStepForm } from './second-factor/second-step.tsx';
import { type SecondStep, signIn, useUser } from './session.ts';

export default function SignInForm({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const user = useUser();
  const [failure, setFailure] = useState('');
  const [step, setStep] = useState<SecondStep | null>(null);

  function fail(error: unknown) {
    if (error instanceof CallError && error.status === 410) setStep(null);
    const message = error === null ? '' : messageOf(error);
    setFailure(failures[message] ?? message);
  }

  return (
    <Modal title="Sign in again" onClose={() => onDone(false)}>
      <p className="note error-summary">
        Your session has ended. Nothing that you typed is lost: sign in as <b>{user?.email}</b> and go on.
      </p>
      <div role="alert">{failure && <p className="notice notice-bad error-summary">{failure}</p>}</div>
      {step ? (
        <SecondStepForm
          step={step}
          remember={isRemembered()}
          words={stepWords}
          onDone={() => onDone(true)}
          onWrongCode={fail}
          onWrongPasskey={fail}
        >
          <Buttons onDone={onDone} />
        </SecondStepForm>
      ) : (
        <PasswordForm
          email={user?.email ?? ''}
          onDone={onDone}
          onFailure={fail}
          onPassed={(next) => (next ? setStep(next) : onDone(true))}
        />
      )}
    </Modal>
  );
}

function PasswordForm({
  email,
  onDone,
  onPassed,
  onFailure,
}: {
  email: string;
  onDone: (signedIn: boolean) => void;
  onPassed: (step: SecondStep | null) => void;
  onFailure: (error: unknown) => void;
}) {
  const { form, submit } = useCallForm({
    values: { password: '' },
    send: async ({ password }): Promise<void> => {
      onFailure(null);
      // The server's message would be Bengali, as on the pages before the back office.
      if (!password) return form.setError('password', { message: 'Enter your password.' }, { shouldFocus: true });
      onPassed(await signIn(email, String(password), isRemembered()));
    },
    onFailure,
  });
  return (
    <CallForm {...{ form, submit }}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Buttons onDone={onDone} />
    </CallForm>
  );
}

function Buttons({ onDone }: { onDone: (signedIn: boolean) => void }) {
  return (
    <DialogButtons onCancel={() => onDone(false)}>
      <SubmitButton idle="Sign in" busy="Signing in" />
    </DialogButtons>
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
