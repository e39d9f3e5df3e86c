import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { isMailSetUp } from '#mail/states.ts';
import { adminPages, calls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone, notifySignedIn } from '#ui/admin/notify.tsx';
import { CallForm, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { signInWith } from './session.ts';
import { EmailField, Failure, FormNotice, SignInPage, SignInPassword } from './sign-in-page.tsx';
import { accountStrings } from './strings.ts';

export function ForgotPage() {
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState(false);
  const { form, submit } = useCallForm({
    values: { email: '' },
    send: async (values) => {
      setFailure(null);
      setSent(false);
      await api.post(calls.forgotPassword, values, { askToSignIn: false, has: 'message' });
      setSent(true);
    },
    onFailure: setFailure,
  });

  return (
    <SignInPage title={accountStrings.forgotTitle} lead={accountStrings.forgotLead}>
      <FormNotice tone="bad">
        {failure !== null && <Failure error={failure} />}
        {sent && !isMailSetUp() && accountStrings.noMail}
      </FormNotice>
      <FormNotice tone="good">{sent && isMailSetUp() && accountStrings.linkSent}</FormNotice>
      <CallForm {...{ form, submit }} className="auth-form">
        <EmailField />
        <SubmitButton idle={accountStrings.sendLink} busy={accountStrings.sendingLink} className="auth-submit" />
        <div className="auth-row">
          <Link to={pages.login} className="stitch-link">
            {accountStrings.backToLogin}
          </Link>
        </div>
      </CallForm>
    </SignInPage>
  );
}

export function ResetPage() {
  const navigate = useNavigate();
  return (
    <NewPasswordPage
      title={accountStrings.resetTitle}
      lead={accountStrings.resetLead}
      ended={accountStrings.endedLink}
      idle={accountStrings.savePassword}
      busy={accountStrings.savingPassword}
      back={{ to: pages.forgotPassword, words: accountStrings.forgot }}
      send={async (body) => {
        await api.post(calls.resetPassword, body, { askToSignIn: false, has: 'message' });
        notifyDone(accountStrings.passwordSet);
        await navigate(pages.login, { replace: true });
      }}
    />
  );
}

export function AcceptPage() {
  const navigate = useNavigate();
  return (
    <NewPasswordPage
      title={accountStrings.invitedTitle}
      lead={accountStrings.invitedLead}
      twice
      ended={accountStrings.endedInvitation}
      idle={accountStrings.begin}
      busy={accountStrings.beginning}
      back={{ to: pages.login, words: accountStrings.backToLogin }}
      send={async (body) => {
        await signInWith(calls.acceptInvitation, body, false);
        notifySignedIn();
        await navigate(adminPages.dashboard, { replace: true });
      }}
    />
  );
}

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
      <CallForm {...{ form, submit }} className="auth-form">
        {link.email && <p className="auth-account">{link.email}</p>}
        {/* For password managers: which account the new password is of. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <SignInPassword label={accountStrings.newPassword} isNew />
        {twice && <SignInPassword name="password_confirmation" label={accountStrings.passwordAgain} isNew />}
        <SubmitButton idle={idle} busy={busy} className="auth-submit" />
        <div className="auth-row">
          <Link to={back.to} className="stitch-link">
            {back.words}
          </Link>
        </div>
      </CallForm>
    </SignInPage>
  );
}
