import { Fingerprint } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError } from '#ui/admin/calls/api.ts';
import { Spinner } from '#ui/admin/spinner.tsx';
import { CallForm, Field, useCallForm, useField } from '#ui/form/call-form.tsx';
import { type SecondStep, takeSecondStep } from '../session.ts';
import { hasPasskeys, verifyWithPasskey } from './passkey-client.ts';

interface StepWords {
  appCode: string;
  appCodeHint: string;
  recoveryCode: string;
  recoveryCodeHint: string;
  useAppCode: string;
  useRecoveryCode: string;
  usePasskey: string;
  passkeyWaits: string;
  codeMissing: string;
}

/** What was not right: the password, the code or the passkey. */
type Proof = 'password' | 'code' | 'passkey';

/** What the page and the dialog of the sign-in share: why it failed, and the second step where the account has one. */
export function useSignIn(words: StepWords, buttons: ReactNode, onDone: () => void) {
  const [failure, setFailure] = useState<{ error: unknown; proof: Proof } | null>(null);
  const [step, setStep] = useState<{ step: SecondStep; remember: boolean } | null>(null);

  const failWith = (proof: Proof) => (error: unknown) => {
    // The ticket expired, so the user has to start again with the password.
    if (error instanceof CallError && error.status === 410) setStep(null);
    setFailure(error === null ? null : { error, proof });
  };

  return {
    failure,
    failWith,
    onPassed: (next: SecondStep | null, remember: boolean) => (next ? setStep({ step: next, remember }) : onDone()),
    secondStep: step && (
      <SecondStepForm
        {...step}
        {...{ words, onDone }}
        onWrongCode={failWith('code')}
        onWrongPasskey={failWith('passkey')}
      >
        {buttons}
      </SecondStepForm>
    ),
  };
}

export type SignIn = ReturnType<typeof useSignIn>;

/** The second step with the factors that this browser supports: a code or a passkey. */
function SecondStepForm({
  step,
  remember,
  words,
  children,
  onDone,
  onWrongCode,
  onWrongPasskey,
}: {
  step: SecondStep;
  remember: boolean;
  words: StepWords;
  children: ReactNode;
  onDone: () => void;
  /** Both get null when the user tries something else. */
  onWrongCode: (error: unknown) => void;
  onWrongPasskey: (error: unknown) => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('.passkey-button, .control')?.focus(), []);
  const [recovering, setRecovering] = useState(!step.proofs.includes('app'));
  const { form, submit } = useCallForm({
    values: { code: '' },
    send: async ({ code }): Promise<void> => {
      onWrongCode(null);
      if (!code) return form.setError('code', { message: words.codeMissing }, { shouldFocus: true });
      await takeSecondStep(step.ticket, { code: String(code) }, remember);
      onDone();
    },
    onFailure: (error) => {
      form.resetField('code');
      form.setFocus('code');
      onWrongCode(error);
    },
  });
  const canSwitch = step.proofs.includes('app') && step.proofs.includes('recovery_code');
  return (
    <div ref={element}>
      {step.passkey && hasPasskeys() && (
        <PasskeyButton
          idle={words.usePasskey}
          busy={words.passkeyWaits}
          act={() => verifyWithPasskey(step, remember).then(onDone)}
          onFailure={onWrongPasskey}
        />
      )}
      {(step.proofs.includes('app') || step.proofs.includes('recovery_code')) && (
        <CallForm {...{ form, submit }} className="auth-form">
          <CodeField
            label={recovering ? words.recoveryCode : words.appCode}
            hint={recovering ? words.recoveryCodeHint : words.appCodeHint}
            isDigits={!recovering}
          />
          {canSwitch && (
            <button
              type="button"
              className="button button-text button-small second-step-switch"
              onClick={() => {
                setRecovering(!recovering);
                form.reset();
                form.setFocus('code');
              }}
            >
              {recovering ? words.useAppCode : words.useRecoveryCode}
            </button>
          )}
          {children}
        </CallForm>
      )}
    </div>
  );
}

/** Asks the browser for a passkey and waits for the user. */
export function PasskeyButton({
  idle,
  busy,
  act,
  onFailure,
}: {
  idle: string;
  busy: string;
  act: () => Promise<void>;
  onFailure: (error: unknown) => void;
}) {
  const [waiting, setWaiting] = useState(false);

  async function use() {
    setWaiting(true);
    onFailure(null);
    await act().catch(onFailure);
    setWaiting(false);
  }

  return (
    <button
      type="button"
      className="button button-quiet passkey-button"
      aria-busy={waiting}
      onClick={() => waiting || void use()}
    >
      {waiting ? <Spinner /> : <Fingerprint />}
      {waiting ? busy : idle}
    </button>
  );
}

export function CodeField({ label, hint, isDigits }: { label: string; hint: string; isDigits: boolean }) {
  const { id, error, aria, register } = useField('code', true);
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <input
        className="control"
        type="text"
        inputMode={isDigits ? 'numeric' : 'text'}
        autoComplete={isDigits ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        {...aria}
        {...register('code')}
      />
    </Field>
  );
}
