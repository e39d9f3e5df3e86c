import { useNavigate } from 'react-router';
import { calls, pages } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { NewPasswordPage } from '../new-password-page.tsx';
import { words } from '../words.ts';

export default function ResetPage() {
  const navigate = useNavigate();
  return (
    <NewPasswordPage
      title={words.resetTitle}
      lead={words.resetLead}
      ended={words.endedLink}
      idle={words.savePassword}
      busy={words.savingPassword}
      back={{ to: pages.forgotPassword, words: words.forgot }}
      send={async (body) => {
        await api.post(calls.resetPassword, body, { askToSignIn: false });
        notifyDone(words.passwordSet);
        await navigate(pages.login, { replace: true });
      }}
    />
  );
}
