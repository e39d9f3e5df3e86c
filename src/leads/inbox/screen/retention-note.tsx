import { formatDay } from '#ui/admin/dates.ts';
import type { Filter } from './use-filter.ts';
import { useRetention } from './use-leads.ts';

export function RetentionNote({ filter: { value, inTrash } }: { filter: Filter }) {
  const status = value('status');
  const kind = value('spam') === '1' ? 'spam' : status === 'won' || status === 'lost' ? status : null;
  const rule = useRetention(inTrash ? null : kind);
  if (!rule) return null;
  const { months, appliesFrom } = rule;
  return (
    <p className="note">
      {kind === 'spam' ? 'Spam is' : 'They are'} erased for good {months === 1 ? 'a month' : `${months} months`} after{' '}
      {kind === 'spam' ? 'it came' : 'they came to this stage'}
      {appliesFrom && `, from ${formatDay(appliesFrom.slice(0, 10))} on`}.
    </p>
  );
}
