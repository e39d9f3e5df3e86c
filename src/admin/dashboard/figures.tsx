import { Link } from 'react-router';
import { leadsWhere } from '#paths.ts';
import { ageInWords } from '#ui/admin/dates.ts';
import type { DashboardFigures } from './schema.ts';

/** Four numbers with a stitch between them. */
export function Figures({ figures }: { figures: DashboardFigures['figures'] }) {
  const { new_today, waiting, waiting_since, overdue, due_today, won_this_month } = figures;
  return (
    <section className="card figures" aria-label="Figures">
      <Figure label="New today" value={new_today} note="since midnight in Dhaka" />
      <Figure
        label="Waiting for first call"
        value={waiting}
        note={waiting_since ? `Oldest: ${ageInWords(waiting_since)}` : 'Nobody waits'}
        to={leadsWhere({ status: 'new' })}
        urgent={waiting > 0}
      />
      <Figure
        label="Overdue"
        value={overdue}
        note={due_today > 0 ? `${due_today} more due today` : 'nothing more due today'}
        to={leadsWhere({ overdue: '1' })}
        urgent={overdue > 0}
      />
      <Figure
        label="Won this month"
        value={won_this_month}
        note="signed contracts"
        to={leadsWhere({ status: 'won' })}
      />
    </section>
  );
}

function Figure(props: { label: string; value: number; note: string; to?: string; urgent?: boolean }) {
  const { label, value, note, to, urgent } = props;
  return (
    <div className="figure">
      <p className="figure-label">{to ? <Link to={to}>{label}</Link> : label}</p>
      <p className="figure-value" data-urgent={urgent || undefined}>
        {value}
      </p>
      <p className="figure-note">{note}</p>
    </div>
  );
}
