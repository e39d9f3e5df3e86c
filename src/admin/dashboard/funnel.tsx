import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { calls } from '#paths.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import type { DashboardFunnelRow, LeadFigures } from './schema.ts';
import './funnel.css';

const steps = [
  ['view', 'Page views'],
  ['opened', 'Form opened'],
  ['sent', 'Sent'],
  ['contacted', 'Contacted'],
  ['won', 'Won'],
] as const;

const number = new Intl.NumberFormat('en');

/** From a page view to a won lead, by source and route. Counted on our server, without cookies or personal data. */
export function Funnel({ funnel }: { funnel: LeadFigures['funnel'] }) {
  const [by, setBy] = useState<'sources' | 'routes'>('sources');
  const empty = steps.every(([step]) => funnel.total[step] === 0);
  return (
    <section className="card" aria-labelledby="funnel-title">
      <div className="card-head">
        <h2 id="funnel-title">From visit to contract</h2>
        <span className="note">Last 30 days, counted without cookies</span>
        <div className="card-tools">
          <fieldset className="segments">
            <legend className="sr-only">Break down</legend>
            {(['sources', 'routes'] as const).map((each) => (
              <button
                key={each}
                type="button"
                className="button button-small"
                aria-pressed={by === each}
                onClick={() => setBy(each)}
              >
                {each === 'sources' ? 'By source' : 'By page'}
              </button>
            ))}
          </fieldset>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void downloadFile(calls.funnelExport, 'funnel.csv')}
          >
            <FileDown aria-hidden="true" />
            Export CSV
          </button>
        </div>
      </div>
      <Steps total={funnel.total} />
      {empty ? (
        <p className="card-body note">Nothing was counted yet. Visits show up here within seconds.</p>
      ) : (
        <FunnelTable rows={funnel[by]} head={by === 'sources' ? 'Source' : 'Page'} />
      )}
    </section>
  );
}

function Steps({ total }: { total: LeadFigures['funnel']['total'] }) {
  return (
    <ol className="funnel-steps">
      {steps.map(([step, name], index) => {
        const before = steps[index - 1]?.[0];
        return (
          <li key={step}>
            <span>{name}</span>
            <b>{number.format(total[step])}</b>
            <span className="note">{before ? shareOf(total[step], total[before]) : 'seen by people'}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={width(total[step], total.view)} height="8" />
            </svg>
          </li>
        );
      })}
    </ol>
  );
}

/** A small count stays visible. */
function width(count: number, views: number): number {
  return count === 0 ? 0 : Math.max(2, Math.min(100, (count / Math.max(1, views)) * 100));
}

/** Leads may reach a step in a later period, so a later step can have the larger count. */
function shareOf(count: number, before: number): string {
  return before === 0 || count > before ? ' ' : `${((count / before) * 100).toFixed(count * 10 < before ? 1 : 0)} %`;
}

function FunnelTable({ rows, head }: { rows: DashboardFunnelRow[]; head: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="funnel-table" tabIndex={0} aria-label={`Funnel by ${head.toLowerCase()}`}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {steps.map(([step, name]) => (
              <th key={step} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{labelOf(row.label)}</th>
              {steps.map(([step]) => (
                <td key={step}>{number.format(row[step])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function labelOf(label: string): string {
  if (label === '') return 'Direct or unknown';
  return label === 'other' ? 'Other' : label;
}
