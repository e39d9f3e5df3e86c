import { useState } from 'react';
import { Link } from 'react-router';
import { isMailSetUp } from '#mail/states.ts';
import { calls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { EmailField, Failure, FormNotice, SignInPage } from '../sign-in-page.tsx';
import { accountStrings } from '../strings.ts';

export default function ForgotPage() {
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
      <CallForm {...{ form, submit }} className="gate-form">
        <EmailField />
        <SubmitButton idle={accountStrings.sendLink} busy={accountStrings.sendingLink} className="gate-submit" />
        <div className="gate-row">
          <Link to={pages.login} className="stitch-link">
            {accountStrings.backToLogin}
          </Link>
        </div>
      </CallForm>
    </SignInPage>
  );
}
