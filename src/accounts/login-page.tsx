import { type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { adminPages, pages } from '#paths.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { notifySignedIn } from '#ui/admin/notify.tsx';
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
  const [failure, setFailure] = useState<ReactNode>(null);
  const [step, setStep] = useState<{ step: SecondStep; remember: boolean } | null>(null);

  async function enter(): Promise<void> {
    notifySignedIn();
    await navigate(wantedPage(address.get('to')), { replace: true });
  }

  const failWith: FailWith = (wrong) => (error) => {
    // The ticket ended: from here on only the password helps.
    if (error instanceof CallError && error.status === 410) setStep(null);
    const meanings = { 401: wrong, 410: words.stepEnded };
    if (error instanceof PasskeyError) setFailure(words.passkeyFailed);
    else setFailure(error === null ? null : <Failure error={error} meanings={meanings} />);
  };

  return step ? (
    <SignInPage title={words.stepTitle} lead={words.stepLead}>
      <FormNotice tone="bad">{failure}</FormNotice>
      <SecondStepForm
        {...step}
        words={words}
        onDone={() => void enter()}
        onWrongCode={failWith(words.codeWrong)}
        onWrongPasskey={failWith(words.passkeyWrong)}
      >
        <SubmitButton idle={words.login} busy={words.loggingIn} className="gate-submit" />
      </SecondStepForm>
    </SignInPage>
  ) : (
    <SignInPage title={words.title} lead={words.lead}>
      <FormNotice tone="bad">{failure}</FormNotice>
      <PasswordLogin
        failWith={failWith}
        onPassed={async (next, remember) => (next ? setStep({ step: next, remember }) : enter())}
      />
    </SignInPage>
  );
}

/** Tells what failed; `wrong` is what a 401 means in Bengali. Null takes it back. */
type FailWith = (wrong: string) => (error: unknown) => void;

/** With a password, or with a passkey where the browser has any. */
function PasswordLogin(props: {
  onPassed: (step: SecondStep | null, remember: boolean) => Promise<void> | void;
  failWith: FailWith;
}) {
  const { onPassed, failWith } = props;
  const onFailure = failWith(words.wrong);
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
            onFailure={failWith(words.passkeyWrong)}
          />
        )}
      </form>
    </FormProvider>
  );
}

/** Where the user was going; only to our own screens. */
function wantedPage(to: string | null): string {
  if (!to || !URL.canParse(to, location.origin)) return adminPages.dashboard;
  const { origin, pathname, search } = new URL(to, location.origin);
  const isOurs = origin === location.origin && pathname.startsWith(`${pages.admin}/`);
  return isOurs ? pathname + search : adminPages.dashboard;
}
