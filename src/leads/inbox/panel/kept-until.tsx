import { Hourglass } from 'lucide-react';
import { formatDay } from '#ui/admin/dates.ts';
import type { Lead } from '../../lead/schema.ts';
import { useRetention } from '../screen/use-leads.ts';

export function ErasureDate({ lead }: { lead: Lead }) {
  const { spam, status, status_since, created_at } = lead;
  const rule = useRetention(spam ? 'spam' : status === 'won' || status === 'lost' ? status : null);
  if (!rule) return null;
  const end = dayAfter(spam ? created_at : status_since, rule.months);
  const grace = rule.appliesFrom?.slice(0, 10) ?? '';
  return (
    <p className="note kept-until">
      <Hourglass aria-hidden="true" />
      By the rules of retention it is erased for good after {formatDay(grace > end ? grace : end)}.
    </p>
  );
}

/** As in erasing.server.ts: spam counts from its creation, won and lost from their last change of stage. */
function dayAfter(since: string, months: number): string {
  const end = new Date(since);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}
