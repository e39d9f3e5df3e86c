import { useQueries } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage, Row } from '#ui/admin/calls/pages.ts';
import { type Screen, screens } from '../screens.ts';

const shown = [
  adminCalls.news,
  adminCalls.features,
  adminCalls.clients,
  adminCalls.testimonials,
  adminCalls.videos,
  adminCalls.statistics,
  adminCalls.packages,
  adminCalls.downloads,
] as string[];

const lists = screens.flatMap((screen) =>
  screen.call && shown.includes(screen.call) ? [{ ...screen, call: screen.call }] : [],
);

/** How much of each kind visitors see, and how much is kept back. */
export function ContentCounts() {
  const counts = useQueries({
    queries: lists.map(({ call }) => ({ queryKey: [call, 'counts'], queryFn: () => count(call) })),
  });
  const half = Math.ceil(lists.length / 2);
  return (
    <section className="card" aria-labelledby="counts-title">
      <div className="card-head">
        <h2 id="counts-title">Content on the site</h2>
      </div>
      <div className="card-body halves">
        {[lists.slice(0, half), lists.slice(half)].map((part, column) => (
          <ul className="counts" key={part[0]?.path}>
            {part.map((screen, index) => (
              <Count key={screen.path} screen={screen} query={counts[column * half + index]} />
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

interface CountQuery {
  data: { active: number; inactive: number } | undefined;
  isError: boolean;
  refetch: () => unknown;
}

function Count({ screen, query }: { screen: Screen; query: CountQuery | undefined }) {
  return (
    <li>
      <Link to={screen.path}>{screen.name}</Link>
      {query?.data && (
        <>
          <span className="count-active">{query.data.active} active</span>
          <span className="count-inactive">{query.data.inactive} inactive</span>
        </>
      )}
      {query?.isError && (
        <button type="button" className="button button-text button-small" onClick={() => query.refetch()}>
          <RefreshCw aria-hidden="true" />
          Try again
        </button>
      )}
      {!query?.data && !query?.isError && <span className="skeleton" style={{ width: 130, height: 18 }} />}
    </li>
  );
}

async function count(call: string): Promise<{ active: number; inactive: number }> {
  const [active, inactive] = await Promise.all(
    [1, 0].map((status) => api.get<ListPage<Row>>(`${call}?per_page=1&status=${status}`)),
  );
  return { active: active?.total ?? 0, inactive: inactive?.total ?? 0 };
}
