import { useNavigate } from 'react-router';
import { calls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { NewPasswordPage } from '../new-password-page.tsx';
import { accountStrings } from '../strings.ts';

export default function ResetPage() {
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
