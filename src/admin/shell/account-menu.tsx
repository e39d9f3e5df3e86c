import { CircleUserRound, ExternalLink, LogOut } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useNavigate } from 'react-router';
import { useUser } from '#accounts/session.ts';
import { adminPages, pages } from '#paths.ts';
import { leave } from '../leave.ts';

export function AccountMenu() {
  const user = useUser();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="icon-button" aria-label={`Account of ${user.name}`}>
        {user.image ? (
          <img className="avatar" src={user.image} alt="" width={40} height={40} />
        ) : (
          <span className="avatar" aria-hidden="true">
            {initialOf(user.name)}
          </span>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="end" sideOffset={6}>
        <DropdownMenu.Label className="menu-label">
          <b>{user.name}</b>
          <div className="note">{user.email}</div>
        </DropdownMenu.Label>
        <DropdownMenu.Item className="menu-item" onSelect={() => navigate(adminPages.profile)}>
          <CircleUserRound aria-hidden="true" />
          Profile
        </DropdownMenu.Item>
        <DropdownMenu.Item className="menu-item" onSelect={() => window.open(pages.home, '_blank', 'noopener')}>
          <ExternalLink aria-hidden="true" />
          View site
        </DropdownMenu.Item>
        <DropdownMenu.Item className="menu-item" onSelect={leave}>
          <LogOut aria-hidden="true" />
          Sign out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const graphemes = new Intl.Segmenter('bn');

function initialOf(name: string): string {
  return [...graphemes.segment(name)][0]?.segment.toUpperCase() ?? '?';
}
