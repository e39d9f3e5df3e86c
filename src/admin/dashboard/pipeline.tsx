import { Link } from 'react-router';
import { stageNames } from '#leads/lead/strings.ts';
import { adminPages, leadsWhere } from '#paths.ts';
import type { LeadFigures } from './schema.ts';

export function Pipeline({ stages, first }: { stages: LeadFigures['pipeline']; first: string }) {
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const empty = stages.every(({ count }) => count === 0);
  return (
    <section className="card" aria-labelledby="pipeline-title">
      <div className="card-head">
        <h2 id="pipeline-title">Pipeline</h2>
        <Link to={`${adminPages.contactRequests}?view=board`} className="card-tools stitch-link">
          Board
        </Link>
      </div>
      <div className="card-body">
        <ul className="pipeline">
          {stages.map(({ stage, count }) => (
            <li key={stage} data-stage={stage}>
              <span>{stageNames[stage]}</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(count / most) * 100} height="10" />
              </svg>
              <b>
                <Link to={leadsWhere({ status: stage, origin: 'not_imported', date_from: first })}>{count}</Link>
              </b>
            </li>
          ))}
        </ul>
        <p className="note">{empty ? 'No request came in the last 30 days.' : 'Counts are for the same 30 days.'}</p>
      </div>
    </section>
  );
}
