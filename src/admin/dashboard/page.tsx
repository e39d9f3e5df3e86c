import './dashboard.css';
import './leads.css';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { ContentCounts } from './content-counts.tsx';
import { DayChart } from './day-chart.tsx';
import { Figures } from './figures.tsx';
import { FollowUps } from './follow-ups.tsx';
import { Funnel } from './funnel.tsx';
import { LatestRequests } from './latest-requests.tsx';
import { Mails } from './mails.tsx';
import { Pipeline } from './pipeline.tsx';
import type { DashboardFigures } from './schema.ts';
import { Welcome } from './welcome.tsx';

/** How things stand, at a glance: what waits for somebody, and what the site brings. */
export default function Dashboard() {
  const { data, isError, refetch } = useQuery({
    queryKey: [calls.dashboardFigures],
    queryFn: ({ signal }) => api.get<DashboardFigures>(calls.dashboardFigures, { signal }),
    // The bell asks again when a request comes; this is for what staff do meanwhile, and for midnight.
    refetchInterval: 60_000,
  });
  return (
    <div className="stack">
      <Welcome waiting={data?.figures.waiting ?? null} today={data?.today ?? null} />
      {isError && (
        <div className="notice notice-bad" role="alert">
          <p>
            {data ? 'The figures are not fresh: the server could not be reached.' : 'The figures could not be loaded.'}
          </p>
          <button type="button" className="button button-quiet" onClick={() => refetch()}>
            <RefreshCw aria-hidden="true" />
            Try again
          </button>
        </div>
      )}
      {data ? <Cards data={data} /> : !isError && <Loading />}
    </div>
  );
}

function Cards({ data }: { data: DashboardFigures }) {
  return (
    <>
      <Figures figures={data.figures} />
      <div className="dashboard-columns">
        <div className="stack">
          <DayChart days={data.days} before={data.before} />
          <FollowUps rows={data.follow_ups} figures={data.figures} today={data.today} />
          <LatestRequests rows={data.latest} />
        </div>
        <div className="stack">
          <Pipeline stages={data.pipeline} />
          <Mails mails={data.mails} />
          <ContentCounts counts={data.content} />
        </div>
      </div>
      <Funnel funnel={data.funnel} />
    </>
  );
}

function Loading() {
  return (
    <div className="stack" aria-busy="true">
      <span className="sr-only" role="status">
        Loading the figures
      </span>
      {[118, 330, 330].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are always the same three
        <span key={index} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}
