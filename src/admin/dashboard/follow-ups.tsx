import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { phoneInWords } from '#leads/lead/strings.ts';
import { leadPage, leadsWhere } from '#paths.ts';
import { formatDay } from '#ui/admin/dates.ts';
import type { LeadFigures } from './schema.ts';

interface FollowUpsProps {
  rows: LeadFigures['follow_ups'];
  figures: LeadFigures['figures'];
  today: string;
}

/** Due follow-ups, the longest overdue first. */
export function FollowUps({ rows, figures, today }: FollowUpsProps) {
  const more = figures.overdue + figures.due_today - rows.length;
  return (
    <section className="card" aria-labelledby="follow-ups-title">
      <div className="card-head">
        <h2 id="follow-ups-title">To do today</h2>
        <Link to={leadsWhere({ overdue: '1' })} className="card-tools stitch-link">
          All overdue
        </Link>
      </div>
      <div className="card-body">
        {rows.length === 0 && <p className="note">Nothing is due. Next steps with a date come up here on their day.</p>}
        <ul className="to-do">
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                <Link to={leadPage(row.id)} lang="bn">
                  {row.institute_name}
                </Link>
                <p className="note">
                  {[row.next_step ?? 'No next step written', row.name, row.owner].filter(Boolean).join(' · ')}
                </p>
              </div>
              <a className="to-do-call" href={`tel:${row.number}`}>
                {phoneInWords(row.number)}
              </a>
              <Due day={row.next_step_on ?? today} today={today} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className="note">And {more} more.</p>}
      </div>
    </section>
  );
}

function Due({ day, today }: { day: string; today: string }) {
  if (day >= today) return <span className="due">Today</span>;
  return (
    <span className="due due-late">
      <CircleAlert aria-hidden="true" />
      {formatDay(day).slice(0, 6)}, overdue
    </span>
  );
}
