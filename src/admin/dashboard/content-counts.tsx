import { Link } from 'react-router';
import { kinds } from '#content/kinds.ts';
import type { DashboardFigures } from './schema.ts';

export function ContentCounts({ counts }: { counts: NonNullable<DashboardFigures['content']> }) {
  return (
    <section className="card" aria-labelledby="counts-title">
      <div className="card-head">
        <h2 id="counts-title">Content on the site</h2>
      </div>
      <div className="card-body">
        <ul className="counts">
          {counts.map(({ table, active, inactive }) => {
            const kind = kinds.find(({ audited }) => table in audited);
            return (
              <li key={table}>
                {kind && <Link to={kind.path}>{kind.name}</Link>}
                <span className="count-active">{active} active</span>
                <span className="count-inactive">{inactive} inactive</span>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
