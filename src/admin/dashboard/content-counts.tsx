import { Link } from 'react-router';
import { adminPages } from '#paths.ts';
import type { DashboardFigures } from './schema.ts';

const screens: Record<string, { name: string; path: string }> = {
  news: { name: 'Institutional News', path: adminPages.news },
  features: { name: 'Features', path: adminPages.features },
  clients: { name: 'Client', path: adminPages.clients },
  testimonials: { name: 'Testimonial', path: adminPages.testimonials },
  videos: { name: 'Video Gallery', path: adminPages.videos },
  statistics: { name: 'Statistics', path: adminPages.statistics },
  packages: { name: 'Price packages', path: adminPages.packages },
  downloads: { name: 'Download info', path: adminPages.downloads },
};

/** How much of each kind visitors see, and how much is kept back. */
export function ContentCounts({ counts }: { counts: DashboardFigures['content'] }) {
  return (
    <section className="card" aria-labelledby="counts-title">
      <div className="card-head">
        <h2 id="counts-title">Content on the site</h2>
      </div>
      <div className="card-body">
        <ul className="counts">
          {counts.map(({ table, active, inactive }) => (
            <li key={table}>
              <Link to={screens[table]?.path ?? adminPages.dashboard}>{screens[table]?.name ?? table}</Link>
              <span className="count-active">{active} active</span>
              <span className="count-inactive">{inactive} inactive</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
