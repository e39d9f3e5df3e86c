import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon, CheckCheck, MailWarning, Settings2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useUser } from '#auth/session.ts';
import { adminPages, calls, leadCalls, leadPage } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { useIdle } from '#ui/admin/lazy-component.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel, MenuLine } from '#ui/admin/menu/menu-items.tsx';
import { announce, notifyFailed } from '#ui/admin/notify.tsx';
import { subscribeToChanges } from './follow-news.ts';
import type { Notifications } from './schema.ts';

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

const relatedQueries = [[calls.notifications], [calls.dashboardFigures], [calls.firstDay], [leadCalls.list]];

/** New notifications are announced to screen readers. */
function useNotifications() {
  const queries = useQueryClient();
  // Until a made password is changed, the server refuses these calls.
  const mustChangePassword = useUser()?.must_change_password === true;
  const isCalm = useIdle() && !mustChangePassword;
  const { data } = useQuery({
    enabled: isCalm,
    queryKey: [calls.notifications],
    // A background request must not prompt for sign-in; the next user action does.
    queryFn: ({ signal }) => api.get<Notifications>(calls.notifications, { signal, askToSignIn: false }),
  });
  useEffect(() => {
    if (!isCalm) return;
    return subscribeToChanges(() => {
      for (const queryKey of relatedQueries) void queries.invalidateQueries({ queryKey });
    });
  }, [queries, isCalm]);
  useAnnounced(data);

  async function markRead(which: { ids: number[] } | { up_to: number }) {
    try {
      queries.setQueryData([calls.notifications], await api.put<Notifications>(calls.notificationsRead, which));
    } catch {
      notifyFailed('The notifications could not be marked as read. Try again.');
    }
  }

  return { list: data?.data ?? [], unread: data?.unread ?? 0, loaded: data !== undefined, markRead };
}

function useAnnounced(now: Notifications | undefined): void {
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (!now) return;
    const [first] = now.data;
    const before = newest.current;
    newest.current = Math.max(before ?? 0, first?.id ?? 0);
    if (before !== null && first && first.id > before && !first.read) {
      announce(
        first.lost_mail_to === null
          ? `New demo request: ${first.institute_name}. ${now.unread} unread.`
          : `Mail did not arrive: ${first.institute_name}. ${now.unread} unread.`,
      );
    }
  }, [now]);
}
