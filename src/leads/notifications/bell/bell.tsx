import { Bell as BellIcon, CheckCheck, MailWarning, Settings2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { adminPages, leadPage } from '#paths.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel, MenuLine } from '#ui/admin/menu/menu-items.tsx';
import { useNotifications } from './use-notifications.ts';

/** Larger numbers show as '99+'. */
const mostShown = 99;

export function Bell() {
  const notifications = useNotifications();
  const { unread } = notifications;
  return (
    <MenuButton
      className="icon-button bell"
      aria-label={unread > 0 ? `Notifications: ${unread} unread` : 'Notifications'}
      menuClass="bell-menu"
      menu={<BellMenu {...notifications} />}
    >
      <BellIcon />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {Math.min(unread, mostShown)}
          {unread > mostShown && '+'}
        </span>
      )}
    </MenuButton>
  );
}

function BellMenu({ list, unread, loaded, markRead }: ReturnType<typeof useNotifications>) {
  const navigate = useNavigate();
  const newest = list[0]?.id;
  return (
    <>
      <MenuLabel>
        <b>News of demo requests</b>
        <div className="note">{unread > 0 ? `${unread} unread` : 'All read'}</div>
      </MenuLabel>
      <div className="bell-list">
        {list.map(({ id, request_id, name, institute_name, lost_mail_to, created_at, read }) => (
          <MenuItem
            key={id}
            className="bell-row"
            data-unread={read ? undefined : ''}
            onSelect={() => {
              if (!read) void markRead({ ids: [id] });
              navigate(leadPage(request_id));
            }}
          >
            <span className="bell-dot" aria-hidden="true" />
            <span className="bell-words">
              {lost_mail_to === null ? (
                <span>
                  {name !== institute_name && <span lang="bn">{name}, </span>}
                  <b lang="bn">{institute_name}</b> asked for a demo
                </span>
              ) : (
                <span className="bell-lost">
                  <MailWarning />
                  <span>
                    The mail to {lost_mail_to} of <b lang="bn">{institute_name}</b> may not have arrived
                  </span>
                </span>
              )}
            </span>
            {!read && <span className="sr-only">, unread, </span>}
            <span className="note">{formatAge(created_at)}</span>
          </MenuItem>
        ))}
      </div>
      {list.length === 0 && (
        <p className="menu-label note">
          {loaded
            ? 'Nothing yet. New demo requests, and mails that did not reach them, are told here as they come.'
            : 'Loading'}
        </p>
      )}
      <MenuLine />
      {newest !== undefined && unread > 0 && (
        <MenuItem
          onSelect={(event) => {
            event.preventDefault();
            void markRead({ up_to: newest });
          }}
        >
          <CheckCheck />
          Mark all as read
        </MenuItem>
      )}
      <MenuItem onSelect={() => navigate(adminPages.notifications)}>
        <Settings2 />
        Notification settings
      </MenuItem>
    </>
  );
}
