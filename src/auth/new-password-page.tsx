import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CallForm } from '#ui/form/call-form.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { accountStrings } from './strings.ts';

interface NewPasswordPageProps {
  title: string;
  lead: string;
  /** Asked twice, as there is no other way to sign in yet. */
  twice?: boolean;
  /** The message for a link that has expired. */
  ended: string;
  idle: string;
  busy: string;
  back: { to: string; words: string };
  send: (body: Record<string, unknown>) => Promise<void>;
}

/** Sets a password with the token and the address of a mailed link, both read from the URL. */
export function NewPasswordPage({ title, lead, twice = false, ended, idle, busy, back, send }: NewPasswordPageProps) {
  const [address] = useSearchParams();
  const [link] = useState({ token: address.get('token') ?? '', email: address.get('email') ?? '' });
  const [failure, setFailure] = useState<unknown>(null);
  const broken = !link.token || !link.email;
  const { form, submit, others } = useCallForm({
    values: { password: '', ...(twice && { password_confirmation: '' }) },
    send: (values) => {
      setFailure(null);
      return send({ ...values, ...link });
    },
    onFailure: setFailure,
  });

  return (
    <SignInPage title={title} lead={lead}>
      <FormNotice tone="bad">
        {failure !== null ? (
          <Failure error={failure} meanings={{ 400: ended }} />
        ) : (
          [broken ? accountStrings.brokenLink : '', ...others].join(' ').trim()
        )}
      </FormNotice>
      <CallForm {...{ form, submit }} className="gate-form">
        {link.email && <p className="gate-account">{link.email}</p>}
        {/* For password managers: which account the new password is of. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <SignInPassword label={accountStrings.newPassword} isNew />
        {twice && <SignInPassword name="password_confirmation" label={accountStrings.passwordAgain} isNew />}
        <SubmitButton idle={idle} busy={busy} className="gate-submit" />
        <div className="gate-row">
          <Link to={back.to} className="stitch-link">
            {back.words}
          </Link>
        </div>
      </CallForm>
    </SignInPage>
  );
}
