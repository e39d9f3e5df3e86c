import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useUser } from '#auth/session.ts';
import { calls, leadCalls } from '#paths.ts';
import { announce } from '#ui/admin/announce.tsx';
import { api } from '#ui/admin/calls/api.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { useIdle } from '#ui/admin/when-calm.ts';
import type { Notifications } from '../schema.ts';
import { subscribeToChanges } from './follow-news.ts';

const relatedQueries = [[calls.notifications], [calls.dashboardFigures], [calls.firstDay], [leadCalls.list]];

/** New notifications are announced to screen readers. */
export function useNotifications() {
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
