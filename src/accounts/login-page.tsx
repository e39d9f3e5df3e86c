import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { adminPages, pages } from '#paths.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { hasPasskeys, PasskeyError, signInWithPasskey } from './second-factor/passkey-client.ts';
import { PasskeyButton, SecondStepForm } from './second-factor/second-step.tsx';
import { type SecondStep, signIn } from './session.ts';
import { EmailField, Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { words } from './words.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [failure, setFailure] = useState<unknown>(null);
  const [step, setStep] = useState<{ step: SecondStep; remember: boolean } | null>(null);

  async function enter(): Promise<void> {
    notifyDone('Signed in successfully');
    await navigate(wantedPage(address.get('to')), { replace: true });
  }

  function fail(error: unknown): void {
    // The ticket ended: from here on only the password helps.
    if (error instanceof CallError && error.status === 410) setStep(null);
    setFailure(error);
  }

  return step ? (
    <SignInPage title={words.stepTitle} lead={words.stepLead}>
      <FormNotice tone="bad">{failure !== null && <StepFailure error={failure} />}</FormNotice>
      <SecondStepForm {...step} words={words} onDone={() => void enter()} onFailure={fail}>
        <SubmitButton idle={words.login} busy={words.loggingIn} className="gate-submit" />
      </SecondStepForm>
    </SignInPage>
  ) : (
    <SignInPage title={words.title} lead={words.lead}>
      <FormNotice tone="bad">{failure !== null && <LoginFailure error={failure} />}</FormNotice>
      <PasswordLogin
        onFailure={fail}
        onPassed={async (next, remember) => (next ? setStep({ step: next, remember }) : enter())}
      />
    </SignInPage>
  );
}

/** With a password, or with a passkey where the browser has any. */
function PasswordLogin(props: {
  onPassed: (step: SecondStep | null, remember: boolean) => Promise<void> | void;
  onFailure: (error: unknown) => void;
}) {
  const { onPassed, onFailure } = props;
  const { form, submit } = useCallForm({
    values: { email: '', password: '', remember: true },
    send: async ({ email, password, remember }) => {
      onFailure(null);
      const next = await signIn(String(email), String(password), remember === true);
      await onPassed(next, remember === true);
    },
    onFailure,
  });
  return (
    <FormProvider {...form}>
      <form className="gate-form" noValidate onSubmit={submit}>
        <EmailField />
        <SignInPassword label={words.password} />
        <div className="gate-row">
          <label className="check-row">
            <input type="checkbox" {...form.register('remember')} />
            {words.remember}
          </label>
          <Link to={pages.forgotPassword} className="stitch-link">
            {words.forgot}
          </Link>
        </div>
        <SubmitButton idle={words.login} busy={words.loggingIn} className="gate-submit" />
        {hasPasskeys() && (
          <PasskeyButton
            idle={words.passkeyLogin}
            busy={words.passkeyWaits}
            act={async () => {
              const remember = form.getValues('remember') === true;
              await signInWithPasskey(remember);
              await onPassed(null, remember);
            }}
            onFailure={onFailure}
          />
        )}
      </form>
    </FormProvider>
  );
}

function LoginFailure({ error }: { error: unknown }) {
  if (error instanceof PasskeyError) return words.passkeyFailed;
  return <Failure error={error} meanings={{ 401: words.wrong, 410: words.stepEnded }} />;
}

function StepFailure({ error }: { error: unknown }) {
  if (error instanceof PasskeyError) return words.passkeyFailed;
  return <Failure error={error} meanings={{ 401: words.codeWrong, 410: words.stepEnded }} />;
}

/** Where the user was going; only to our own screens. */
function wantedPage(to: string | null): string {
  if (!to || !URL.canParse(to, location.origin)) return adminPages.dashboard;
  const { origin, pathname, search } = new URL(to, location.origin);
  const isOurs = origin === location.origin && pathname.startsWith(`${pages.admin}/`);
  return isOurs ? pathname + search : adminPages.dashboard;
}
