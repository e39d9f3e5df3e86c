import './next-steps.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { dateFormat, t } from '#i18n/text.ts';
import { leadsWhere } from '#paths.ts';
import { Failed } from '#ui/table/table.tsx';
import type { Calendar, Planned } from '../../lead/schema.ts';
import { useFilter } from './filters.tsx';
import { OwnerMark } from './parts.tsx';
import { useCalendar } from './use-leads.tsx';

/** The next steps by their days: a month on a desk, an agenda in a hand. */
export default function NextSteps() {
  const filter = useFilter();
  const { data, isError, isPlaceholderData, refetch } = useCalendar(filter);
  if (isError && !data) return <Failed what="calendar" onRetry={() => void refetch()} />;
  if (!data) return <div className="skeleton calendar-loading" aria-busy="true" />;
  // From the month that was asked for: a second click may come before its answer.
  const turn = (months: number) => filter.change({ month: monthAfter(filter.month || data.month, months) });
  return (
    <section className="card" aria-labelledby="month-title" aria-busy={isPlaceholderData}>
      <div className="card-head calendar-head">
        <button type="button" className="icon-button" aria-label="Month before" onClick={() => turn(-1)}>
          <ChevronLeft />
        </button>
        <h2 id="month-title" aria-live="polite">
          {monthInWords(data.month)}
        </h2>
        <button type="button" className="icon-button" aria-label="Month after" onClick={() => turn(1)}>
          <ChevronRight />
        </button>
        <div className="card-tools">
          {!data.today.startsWith(data.month) && (
            <button type="button" className="button button-text" onClick={() => filter.change({ month: '' })}>
              Today
            </button>
          )}
        </div>
      </div>
      {data.total === 0 && <p className="card-body note">No next step is planned in this month.</p>}
      <Month calendar={data} onOpen={filter.open} />
    </section>
  );
}

/** Weeks begin on Sunday, as is usual in Bangladesh. */
const weekdays = t(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);

function Month({ calendar, onOpen }: { calendar: Calendar; onOpen: (id: number) => void }) {
  const { month, today, days } = calendar;
  const planned = new Map(days.map((each) => [each.day, each]));
  const all = daysOf(month);
  return (
    <div className="calendar">
      <div className="calendar-weekdays" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="calendar-days" style={{ '--first': weekdayOf(all[0] ?? '') + 1 } as CSSProperties}>
        {all.map((day) => (
          <Day key={day} {...{ day, today, onOpen }} planned={planned.get(day) ?? null} />
        ))}
      </ol>
    </div>
  );
}

interface DayProps {
  day: string;
  today: string;
  planned: Calendar['days'][number] | null;
  onOpen: (id: number) => void;
}

const most = 5;

function Day({ day, today, planned, onOpen }: DayProps) {
  const leads = planned?.leads.slice(0, most) ?? [];
  const more = (planned?.count ?? 0) - leads.length;
  const when = day === today ? 'today' : day < today ? 'past' : 'ahead';
  return (
    <li data-when={when} data-empty={planned === null || undefined}>
      <h3>
        <span className="calendar-weekday">{weekdays[weekdayOf(day)]}, </span>
        {Number(day.slice(8))}
        <span className="sr-only">
          {' '}
          {monthInWords(day.slice(0, 7))}
          {day === today && ', today'}
        </span>
      </h3>
      <ul>
        {leads.map((lead) => (
          <Step key={lead.id} lead={lead} isLate={day < today} onOpen={() => onOpen(lead.id)} />
        ))}
      </ul>
      {more > 0 && (
        <Link className="calendar-more" to={leadsWhere({ status: 'open', next_from: day, next_to: day })}>
          and {more} more
        </Link>
      )}
    </li>
  );
}

function Step({ lead, isLate, onOpen }: { lead: Planned; isLate: boolean; onOpen: () => void }) {
  return (
    <li data-lead={lead.id} data-stage={lead.status} data-late={isLate || undefined}>
      <button type="button" onClick={onOpen}>
        <span lang="bn">{lead.institute_name}</span>
        <span className="note">
          {isLate && <span className="sr-only">Overdue: </span>}
          {lead.next_step ?? 'Follow up'}
        </span>
      </button>
      <OwnerMark owner={lead.owner} />
    </li>
  );
}

function daysOf(month: string): string[] {
  const last = new Date(Date.parse(monthAfter(month, 1)) - 86_400_000).getUTCDate();
  return Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

function monthAfter(month: string, months: number): string {
  const first = new Date(month);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

const inWords = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthInWords(month: string): string {
  return inWords.format(new Date(month));
}
