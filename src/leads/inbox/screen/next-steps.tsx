import './next-steps.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { dateFormat, t } from '#i18n/text.ts';
import { leadsWhere } from '#paths.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { Failed } from '#ui/table/table.tsx';
import type { Calendar, Planned } from '../../lead/schema.ts';
import { useFilter } from './filters.tsx';
import { OwnerMark } from './parts.tsx';
import { useCalendar } from './use-leads.tsx';

/** The next steps of five weeks by their days: a sheet on a desk, an agenda in a hand. */
export default function NextSteps() {
  const filter = useFilter();
  const { data, isError, isPlaceholderData, refetch } = useCalendar(filter);
  if (isError && !data) return <Failed what="calendar" onRetry={refetch} />;
  if (!data) return <div className="skeleton calendar-loading" aria-busy="true" />;
  // From the day that was asked for: a second click may come before its answer.
  const turn = (days: number) => filter.change({ from: dayAfter(filter.from || data.first, days) });
  return (
    <section className="card" aria-labelledby="weeks-title" aria-busy={isPlaceholderData}>
      <div className="card-head calendar-head">
        <button type="button" className="icon-button" aria-label="Five weeks before" onClick={() => turn(-shownDays)}>
          <ChevronLeft />
        </button>
        <h2 id="weeks-title" aria-live="polite">
          {filter.from ? `${formatDay(data.first)} – ${formatDay(data.last)}` : 'The next five weeks'}
        </h2>
        <button type="button" className="icon-button" aria-label="Five weeks after" onClick={() => turn(shownDays)}>
          <ChevronRight />
        </button>
        <div className="card-tools">
          {filter.from && (
            <button type="button" className="button button-text" onClick={() => filter.change({ from: '' })}>
              Today
            </button>
          )}
        </div>
      </div>
      {data.total === 0 && <p className="card-body note">No next step is planned in these weeks.</p>}
      <Weeks calendar={data} onOpen={filter.open} />
    </section>
  );
}

const shownDays = 35;

/** Weeks begin on Sunday, as is usual in Bangladesh. */
const weekdays = t(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);

function Weeks({ calendar, onOpen }: { calendar: Calendar; onOpen: (id: number) => void }) {
  const { first, today, days } = calendar;
  const planned = new Map(days.map((each) => [each.day, each]));
  const all = Array.from({ length: shownDays }, (_, index) => dayAfter(first, index));
  return (
    <div className="calendar">
      <div className="calendar-weekdays" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="calendar-days" style={{ '--first': weekdayOf(first) + 1 } as CSSProperties}>
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
        {dayAndMonth.format(new Date(day))}
        {day === today && <span className="sr-only">, today</span>}
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

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

const dayAndMonth = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
