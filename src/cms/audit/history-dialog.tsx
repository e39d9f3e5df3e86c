import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '#api/audit.ts';
import { t } from '#i18n/text.ts';
import { answerAt } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { Failed } from '#ui/table/table.tsx';
import { Changes } from './changes.tsx';
import { actorName, changedFields, sentenceOf } from './strings.ts';

export default function HistoryDialog(props: { call: string; name: string; onClose: () => void }) {
  const { call, name, onClose } = props;
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: AuditEvent[] }>(call),
    gcTime: 0,
  });
  return (
    <Modal title={`History: ${name}`} onClose={onClose}>
      <div className="history" aria-busy={!data && !isError}>
        {isError && <Failed what="history" onRetry={() => void refetch()} />}
        {data?.data.length === 0 && <p className="note">Nothing was written down of it yet.</p>}
        {data?.data.map((event, index) => (
          <details key={event.id} open={index === 0}>
            <summary>
              <b lang="bn">{actorName(event)}</b> {sentenceOf(event.action).join(t('it'))}
              {event.action === 'update' && changedFields(event)} <time dateTime={event.at}>{formatAge(event.at)}</time>
            </summary>
            <Changes event={event} />
          </details>
        ))}
      </div>
    </Modal>
  );
}
