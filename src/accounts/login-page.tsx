import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { adminPages, pages } from '#paths.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { signIn } from './session.ts';
import { EmailField, Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { words } from './words.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [failure, setFailure] = useState<unknown>(null);
  const { form, submit } = useCallForm({
    values: { email: '', password: '', remember: true },
    send: async ({ email, password, remember }) => {
      setFailure(null);
      await signIn(String(email), String(password), remember === true);
      notifyDone('Signed in successfully');
      await navigate(wantedPage(address.get('to')), { replace: true });
    },
    onFailure: setFailure,
  });

  return (
    <SignInPage title={words.title} lead={words.lead}>
      <FormNotice tone="bad">
        {failure !== null && <Failure error={failure} meanings={{ 401: words.wrong }} />}
      </FormNotice>
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
        </form>
      </FormProvider>
    </SignInPage>
  );
}

/** Where the user was going; only to our own screens. */
function wantedPage(to: string | null): string {
  if (!to || !URL.canParse(to, location.origin)) return adminPages.dashboard;
  const { origin, pathname, search } = new URL(to, location.origin);
  const isOurs = origin === location.origin && pathname.startsWith(`${pages.admin}/`);
  return isOurs ? pathname + search : adminPages.dashboard;
}
