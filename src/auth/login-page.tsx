import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { customersHint } from '#content/settings/admin-brand.tsx';
import { pages } from '#paths.ts';
import { notifySignedIn } from '#ui/admin/notify.tsx';
import { CallForm, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { BilingualText, CustomerSignInHint } from './auth-layout.tsx';
import { safeReturnPath } from './return-path.ts';
import { hasUsedPasskey, PasskeyError, signInWithPasskey } from './second-factor/passkey-client.ts';
import { PasskeyButton, type SignIn, useSignIn } from './second-factor/second-step.tsx';
import { signIn } from './session.ts';
import { EmailField, Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { endStoredSession } from './signed-out/storage.ts';
import { accountStrings } from './strings.ts';

const submitButton = (
  <SubmitButton idle={accountStrings.login} busy={accountStrings.loggingIn} className="auth-submit" />
);

export default function LoginPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const { failure, secondStep, ...login } = useSignIn(accountStrings, submitButton, async () => {
    notifySignedIn();
    await navigate(safeReturnPath(address.get('to')), { replace: true });
  });

  useEffect(() => void endStoredSession(), []);

  return (
    <SignInPage
      title={secondStep ? accountStrings.stepTitle : accountStrings.title}
      lead={secondStep ? accountStrings.stepLead : accountStrings.lead}
    >
      <FormNotice tone="bad">{failure && failureText(failure)}</FormNotice>
      {secondStep ?? (
        <>
          <PasswordLogin {...login} />
          <CustomerSignInHint customers={customersHint()} />
        </>
      )}
    </SignInPage>
  );
}

const wrong = {
  password: accountStrings.wrong,
  code: accountStrings.codeWrong,
  passkey: accountStrings.passkeyWrong,
};

function failureText({ error, proof }: NonNullable<SignIn['failure']>) {
  if (error instanceof PasskeyError) return accountStrings.passkeyFailed;
  const meanings = { 401: wrong[proof], 403: accountStrings.madePasswordEnded, 410: accountStrings.stepEnded };
  return <Failure error={error} meanings={meanings} />;
}

/** Signs in with a password, or with a passkey where this browser has used one. */
function PasswordLogin({ onPassed, failWith }: Pick<SignIn, 'onPassed' | 'failWith'>) {
  const onFailure = failWith('password');
  const [early] = useState(takeEarlyForm);
  const { form, submit } = useCallForm({
    values: early.values,
    send: async ({ email, password, remember }) => {
      onFailure(null);
      await onPassed(await signIn(String(email), String(password), remember === true), remember === true);
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
    <CallForm {...{ form, submit }} ref={drawn} className="auth-form">
      <EmailField />
      <SignInPassword label={accountStrings.password} />
      <div className="auth-row">
        <label className="check-row inline-row">
          <input type="checkbox" {...form.register('remember')} />
          <BilingualText bengali={accountStrings.remember} english={accountStrings.rememberInEnglish} />
        </label>
        <Link to={pages.forgotPassword} className="stitch-link">
          <BilingualText bengali={accountStrings.forgot} english={accountStrings.forgotInEnglish} />
        </Link>
      </div>
      {submitButton}
      {hasUsedPasskey() && (
        <PasskeyButton
          idle={accountStrings.passkeyLogin}
          busy={accountStrings.passkeyWaits}
          act={async () => {
            const remember = form.getValues('remember') === true;
            await signInWithPasskey(remember);
            await onPassed(null, remember);
          }}
          onFailure={failWith('passkey')}
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
