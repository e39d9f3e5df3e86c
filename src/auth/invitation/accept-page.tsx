import { useNavigate } from 'react-router';
import { adminPages, calls, pages } from '#paths.ts';
import { notifySignedIn } from '#ui/admin/notify.tsx';
import { NewPasswordPage } from '../new-password-page.tsx';
import { signInWith } from '../session.ts';
import { accountStrings } from '../strings.ts';

export default function AcceptPage() {
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
