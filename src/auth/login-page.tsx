import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { customersHint } from '#content/settings/admin-brand.tsx';
import { pages } from '#paths.ts';
import { CallError } from '#ui/admin/calls/api.ts';
import { notifySignedIn } from '#ui/admin/notify.tsx';
import { CallForm, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { BilingualText, CustomerSignInHint } from './auth-layout.tsx';
import { safeReturnPath } from './return-path.ts';
import { hasUsedPasskey, PasskeyError, signInWithPasskey } from './second-factor/passkey-client.ts';
import { PasskeyButton, SecondStepForm } from './second-factor/second-step.tsx';
import { type SecondStep, signIn } from './session.ts';
import { EmailField, Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { endStoredSession } from './signed-out/storage.ts';
import { accountStrings } from './strings.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [failure, setFailure] = useState<ReactNode>(null);
  const [step, setStep] = useState<{ step: SecondStep; remember: boolean } | null>(null);

  useEffect(() => void endStoredSession(), []);

  async function enter() {
    notifySignedIn();
    await navigate(safeReturnPath(address.get('to')), { replace: true });
  }

  const failWith: FailWith = (wrong) => (error) => {
    // The ticket expired, so the user has to start again with the password.
    if (error instanceof CallError && error.status === 410) setStep(null);
    const meanings = { 401: wrong, 403: accountStrings.madePasswordEnded, 410: accountStrings.stepEnded };
    if (error instanceof PasskeyError) setFailure(accountStrings.passkeyFailed);
    else setFailure(error === null ? null : <Failure error={error} meanings={meanings} />);
  };

  return step ? (
    <SignInPage title={accountStrings.stepTitle} lead={accountStrings.stepLead}>
      <FormNotice tone="bad">{failure}</FormNotice>
      <SecondStepForm
        {...step}
        words={accountStrings}
        onDone={enter}
        onWrongCode={failWith(accountStrings.codeWrong)}
        onWrongPasskey={failWith(accountStrings.passkeyWrong)}
      >
        <SubmitButton idle={accountStrings.login} busy={accountStrings.loggingIn} className="gate-submit" />
      </SecondStepForm>
    </SignInPage>
  ) : (
    <SignInPage title={accountStrings.title} lead={accountStrings.lead}>
      <FormNotice tone="bad">{failure}</FormNotice>
      <PasswordLogin
        failWith={failWith}
        onPassed={async (next, remember) => (next ? setStep({ step: next, remember }) : enter())}
      />
      <CustomerSignInHint customers={customersHint()} />
    </SignInPage>
  );
}

/** Shows an error; `wrong` is the Bengali message for a 401. Null clears it. */
type FailWith = (wrong: string) => (error: unknown) => void;

/** Signs in with a password, or with a passkey where this browser has used one. */
function PasswordLogin({
  onPassed,
  failWith,
}: {
  onPassed: (step: SecondStep | null, remember: boolean) => Promise<void> | void;
  failWith: FailWith;
}) {
  const onFailure = failWith(accountStrings.wrong);
  const [early] = useState(takeEarlyForm);
  const { form, submit } = useCallForm({
    values: early.values,
    send: async ({ email, password, remember }) => {
      onFailure(null);
      const next = await signIn(String(email), String(password), remember === true);
      await onPassed(next, remember === true);
    },
    onFailure,
  });
  const drawn = useRef<HTMLFormElement>(null);
  // In a layout effect, so that no key is lost between the two forms; `setFocus` of the form runs later.
  useLayoutEffect(() => {
    const field = early.focused && drawn.current?.elements.namedItem(early.focused);
    if (field instanceof HTMLElement) field.focus();
  }, [early]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this form takes the place of the early one
  useEffect(() => {
    if (early.waiting) submit();
  }, []);
  return (
    <CallForm {...{ form, submit }} ref={drawn} className="gate-form">
      <EmailField />
      <SignInPassword label={accountStrings.password} />
      <div className="gate-row">
        <label className="check-row inline-row">
          <input type="checkbox" {...form.register('remember')} />
          <BilingualText bengali={accountStrings.remember} english={accountStrings.rememberInEnglish} />
        </label>
        <Link to={pages.forgotPassword} className="stitch-link">
          <BilingualText bengali={accountStrings.forgot} english={accountStrings.forgotInEnglish} />
        </Link>
      </div>
      <SubmitButton idle={accountStrings.login} busy={accountStrings.loggingIn} className="gate-submit" />
      {hasUsedPasskey() && (
        <PasskeyButton
          idle={accountStrings.passkeyLogin}
          busy={accountStrings.passkeyWaits}
          act={async () => {
            const remember = form.getValues('remember') === true;
            await signInWithPasskey(remember);
            await onPassed(null, remember);
          }}
          onFailure={failWith(accountStrings.passkeyWrong)}
        />
      )}
    </CallForm>
  );
}

/** Reads what was typed and submitted in the server-rendered form, which is still in the DOM at this time. */
function takeEarlyForm() {
  const form = document.querySelector<HTMLFormElement>('form[data-early]');
  const formData = new FormData(form ?? undefined);
  const focused = form?.contains(document.activeElement) && document.activeElement?.getAttribute('name');
  return {
    values: {
      email: String(formData.get('email') ?? ''),
      password: String(formData.get('password') ?? ''),
      remember: formData.has('remember'),
    },
    focused: focused || null,
    waiting: form?.dataset.waiting !== undefined,
  };
}
