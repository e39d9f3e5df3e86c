import { Hourglass } from 'lucide-react';
import { dayInWords } from '#ui/admin/dates.ts';
import type { Lead } from '../../lead/schema.ts';
import { useRetention } from '../screen/use-leads.ts';

/** When the rules of retention erase this lead, where they do. */
export function KeptUntil({ lead }: { lead: Lead }) {
  const { spam, status, status_since, created_at } = lead;
  const rule = useRetention(spam ? 'spam' : status === 'won' || status === 'lost' ? status : null);
  if (!rule) return null;
  const end = dayAfter(spam ? created_at : status_since, rule.months);
  const grace = rule.appliesFrom?.slice(0, 10) ?? '';
  return (
    <p className="note kept-until">
      <Hourglass aria-hidden="true" />
      By the rules of retention it is erased for good after {dayInWords(grace > end ? grace : end)}.
    </p>
  );
}

/** As the sweep counts: spam from when it came, what is won or lost from when it became so. */
function dayAfter(since: string, months: number): string {
  const end = new Date(since);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}
