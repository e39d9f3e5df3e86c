import { CircleUserRound, ExternalLink, LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useUser } from '#auth/session.ts';
import { adminPages, pages } from '#paths.ts';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel } from '#ui/admin/menu/menu-items.tsx';
import { signOutToSite } from '../sign-out-to-site.ts';

export function AccountMenu() {
  const user = useUser();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <MenuButton
      className="icon-button"
      aria-label={`Account of ${user.name}`}
      menu={
        <>
          <MenuLabel>
            <b>{user.name}</b>
            <div className="note">{user.email}</div>
          </MenuLabel>
          <MenuItem onSelect={() => navigate(adminPages.profile)}>
            <CircleUserRound aria-hidden="true" />
            Profile
          </MenuItem>
          <MenuItem onSelect={() => window.open(pages.home, '_blank', 'noopener')}>
            <ExternalLink aria-hidden="true" />
            View site
          </MenuItem>
          <MenuItem onSelect={signOutToSite}>
            <LogOut aria-hidden="true" />
            Sign out
          </MenuItem>
        </>
      }
    >
      {user.image ? (
        <img className="avatar" src={user.image} alt="" width={40} height={40} />
      ) : (
        <span className="avatar" aria-hidden="true">
          {initialOf(user.name)}
        </span>
      )}
    </MenuButton>
  );
}

const graphemes = new Intl.Segmenter('bn');

function initialOf(name: string): string {
  return [...graphemes.segment(name)][0]?.segment.toUpperCase() ?? '?';
}
