import { useNavigate } from 'react-router';
import { adminPages, calls, pages } from '#paths.ts';
import { notifySignedIn } from '#ui/admin/notify.tsx';
import { NewPasswordPage } from '../new-password-page.tsx';
import { signInBy } from '../session.ts';
import { words } from '../words.ts';

export default function AcceptPage() {
  const navigate = useNavigate();
  return (
    <NewPasswordPage
      title={words.invitedTitle}
      lead={words.invitedLead}
      twice
      ended={words.endedInvitation}
      idle={words.begin}
      busy={words.beginning}
      back={{ to: pages.login, words: words.backToLogin }}
      send={async (body) => {
        await signInBy(calls.acceptInvitation, body, false);
        notifySignedIn();
        await navigate(adminPages.dashboard, { replace: true });
      }}
    />
  );
}
