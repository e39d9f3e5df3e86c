import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { calls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { Failure, FormNotice, SignInPage, SignInPassword } from '../sign-in-page.tsx';
import { words } from '../words.ts';

/** Where the link of the mail leads: its token and address are in the page's address. */
export default function ResetPage() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [link] = useState({ token: address.get('token') ?? '', email: address.get('email') ?? '' });
  const [failure, setFailure] = useState<unknown>(null);
  const broken = !link.token || !link.email;
  const { form, submit, others } = useCallForm({
    values: { password: '' },
    send: async (values) => {
      setFailure(null);
      await api.post(calls.resetPassword, { ...values, ...link }, { askToSignIn: false });
      notifyDone(words.passwordSet);
      await navigate(pages.login, { replace: true });
    },
    onFailure: setFailure,
  });

  return (
    <SignInPage title={words.resetTitle} lead={words.resetLead}>
      <FormNotice tone="bad">
        {failure !== null ? (
          <Failure error={failure} meanings={{ 400: words.endedLink }} />
        ) : (
          [broken ? words.brokenLink : '', ...others].join(' ').trim()
        )}
      </FormNotice>
      <FormProvider {...form}>
        <form className="gate-form" noValidate onSubmit={submit}>
          {/* For password managers: which account the new password is of. */}
          <input type="email" autoComplete="username" value={link.email} readOnly hidden />
          <SignInPassword label={words.newPassword} isNew />
          <SubmitButton idle={words.savePassword} busy={words.savingPassword} className="gate-submit" />
          <div className="gate-row">
            <Link to={pages.forgotPassword} className="stitch-link">
              {words.forgot}
            </Link>
          </div>
        </form>
      </FormProvider>
    </SignInPage>
  );
}
