import { Bell as BellIcon, CheckCheck, Settings2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useNavigate } from 'react-router';
import { adminPages, leadPage } from '#paths.ts';
import { ageInWords } from '#ui/admin/dates.ts';
import { useNotifications } from './use-notifications.ts';

/** How many are shown as a number; more are '99+'. */
const mostShown = 99;

/** New demo requests, in the topbar of every screen. */
export function Bell() {
  const { list, unread, loaded, markRead } = useNotifications();
  const navigate = useNavigate();
  const newest = list[0]?.id;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className="icon-button bell"
        aria-label={unread > 0 ? `Notifications: ${unread} unread` : 'Notifications'}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > mostShown ? `${mostShown}+` : unread}
          </span>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content className="menu bell-menu" align="end" sideOffset={6} collisionPadding={8}>
          <DropdownMenu.Label className="menu-label">
            <b>New demo requests</b>
            <div className="note">{unread > 0 ? `${unread} unread` : 'All read'}</div>
          </DropdownMenu.Label>
          <div className="bell-list">
            {list.map(({ id, request_id, name, institute_name, created_at, read }) => (
              <DropdownMenu.Item
                key={id}
                className="menu-item bell-row"
                data-unread={read ? undefined : ''}
                onSelect={() => {
                  if (!read) void markRead({ ids: [id] });
                  navigate(leadPage(request_id));
                }}
              >
                <span className="bell-dot" aria-hidden="true" />
                <span className="bell-words">
                  <b lang="bn">{institute_name}</b>
                  <span lang="bn">{name}</span>
                </span>
                {!read && <span className="sr-only">, unread, </span>}
                <span className="note">{ageInWords(created_at)}</span>
              </DropdownMenu.Item>
            ))}
          </div>
          {list.length === 0 && (
            <p className="menu-label note">
              {loaded ? 'Nothing yet. New demo requests are told here as they come.' : 'Loading'}
            </p>
          )}
          <DropdownMenu.Separator asChild>
            <hr />
          </DropdownMenu.Separator>
          {newest !== undefined && unread > 0 && (
            <DropdownMenu.Item
              className="menu-item"
              onSelect={(event) => {
                event.preventDefault();
                void markRead({ up_to: newest });
              }}
            >
              <CheckCheck aria-hidden="true" />
              Mark all as read
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className="menu-item" onSelect={() => navigate(adminPages.notifications)}>
            <Settings2 aria-hidden="true" />
            Notification settings
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
