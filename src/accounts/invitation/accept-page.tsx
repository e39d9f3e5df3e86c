import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { adminPages, calls, pages } from '#paths.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { signInBy } from '../session.ts';
import { Failure, FormNotice, SignInPage, SignInPassword } from '../sign-in-page.tsx';
import { words } from '../words.ts';

/** Where the link of an invitation leads: its token and address are in the page's address. */
export default function AcceptPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [link] = useState({ token: address.get('token') ?? '', email: address.get('email') ?? '' });
  const [failure, setFailure] = useState<unknown>(null);
  const broken = !link.token || !link.email;
  const { form, submit, others } = useCallForm({
    values: { password: '', password_confirmation: '' },
    send: async (values) => {
      setFailure(null);
      await signInBy(calls.acceptInvitation, { ...values, ...link }, false);
      notifyDone('Signed in successfully');
      await navigate(adminPages.dashboard, { replace: true });
    },
    onFailure: setFailure,
  });

  return (
    <SignInPage title={words.invitedTitle} lead={words.invitedLead}>
      <FormNotice tone="bad">
        {failure !== null ? (
          <Failure error={failure} meanings={{ 400: words.endedInvitation }} />
        ) : (
          [broken ? words.brokenLink : '', ...others].join(' ').trim()
        )}
      </FormNotice>
      <FormProvider {...form}>
        <form className="gate-form" noValidate onSubmit={submit}>
          {/* For password managers: which account the new password is of. */}
          <input type="email" autoComplete="username" value={link.email} readOnly hidden />
          <SignInPassword label={words.newPassword} isNew />
          <SignInPassword name="password_confirmation" label={words.passwordAgain} isNew />
          <SubmitButton idle={words.begin} busy={words.beginning} className="gate-submit" />
          <div className="gate-row">
            <Link to={pages.login} className="stitch-link">
              {words.backToLogin}
            </Link>
          </div>
        </form>
      </FormProvider>
    </SignInPage>
  );
}
