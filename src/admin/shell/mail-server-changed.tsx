import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import type { MailServerOnWire } from '#mail/outbox/schema.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { answerAt } from '#ui/admin/calls/use-answer.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyResult } from '#ui/admin/notify.tsx';

/** Stands above every screen of owners for seven days: a thief's server would keep what they are mailed. */
export function MailServerChanged() {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...answerAt<{ data: MailServerOnWire }>(adminCalls.mailServer),
    enabled: useUser()?.role === 'owner',
  });
  const { changed_at: at, changed_by: by, host } = data?.data ?? {};
  if (!at) return null;
  const putBack = () =>
    ask({
      title: 'Put the mail server before back?',
      text: 'Mails go out by the server that was used before this change, as it was entered. If there was none, mails wait in the Outbox.',
      proceed: 'Put back',
      cancel: 'Keep this one',
      tone: 'danger',
      act: async () => {
        await notifyResult(api.post(adminCalls.mailServerPutBack, {}));
        await queries.invalidateQueries();
      },
    });
  return (
    <div className="notice" role="status">
      <TriangleAlert />
      <p>{t`${by ?? ''} changed the mail server to ${host || '–'}, ${formatAge(at)}. If no owner wanted this, put the one before back, and look at Activity.`}</p>
      <button type="button" className="button button-quiet" onClick={putBack}>
        Put back
      </button>
    </div>
  );
}
