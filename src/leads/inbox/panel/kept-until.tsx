import { Hourglass } from 'lucide-react';
import { dayInWords } from '#ui/admin/dates.ts';
import type { Lead, Retention } from '../../lead/schema.ts';
import { useRetention } from '../screen/use-leads.ts';

/** When the rules of retention erase this lead, where they do. */
export function KeptUntil({ lead }: { lead: Lead }) {
  const rules = useRetention();
  const day = rules && lastDayOf(lead, rules);
  if (!day) return null;
  return (
    <p className="note kept-until">
      <Hourglass aria-hidden="true" />
      By the rules of retention it is erased for good after {dayInWords(day)}.
    </p>
  );
}

/** As the sweep counts: spam from when it came, what is won or lost from when it became so. */
function lastDayOf({ spam, status, status_since, created_at }: Lead, rules: Retention): string | null {
  const kind = spam ? 'spam' : status === 'won' || status === 'lost' ? status : null;
  const months = kind && rules[kind];
  if (!months) return null;
  const end = new Date(spam ? created_at : status_since);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString().slice(0, 10);
}
