import './figures.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { formatDay } from '#ui/admin/dates.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import { takaInWords } from '../lead/strings.ts';
import { type Breakdown as By, figuresAddress, periodOf } from './addresses.ts';
import { leadListLinks } from './links.ts';
import { PeriodChoice } from './period-choice.tsx';
import type { Figures, PersonRow, SourceRow } from './schema.ts';

export default function LeadFiguresScreen() {
  const [address] = useSearchParams();
  const url = figuresAddress(address);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [calls.leadFigures, url],
    queryFn: ({ signal }) => api.get<Figures>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <h1 className="screen-title">Figures</h1>
      <div className="stack" aria-busy={!data || isPlaceholderData}>
        <PeriodChoice days={data ?? null} />
        {isError && <Failed what="figures" onRetry={() => void refetch()} />}
        {data ? <FiguresBody figures={data} /> : !isError && <span className="skeleton" style={{ height: 330 }} />}
      </div>
    </>
  );
}

function FiguresBody({ figures }: { figures: Figures }) {
  return (
    <>
      <Totals figures={figures} />
      <Breakdowns figures={figures} />
      <p className="note">
        Leads that came out of a file count among those who came in no period; what is won or lost with them counts. The
        time to the first call is the one in the middle, from the request until the lead left the stage New.
      </p>
    </>
  );
}

function Totals({ figures }: { figures: Figures }) {
  const { total } = figures;
  const lists = leadListLinks(figures);
  return (
    <section className="card" aria-labelledby="totals-title">
      <div className="card-head">
        <h2 id="totals-title">
          {formatDay(figures.first)} – {formatDay(figures.last)}
        </h2>
        <div className="card-tools">
          <Export by="days">Days as CSV</Export>
        </div>
      </div>
      <dl className="totals">
        <Total name="Came" to={lists.came} value={total.came} note={importedInWords(figures)} />
        <Total name="Called" to={lists.called} value={total.called}>
          <Link to={lists.notCalled}>{total.not_called} not yet</Link>
        </Total>
        <Total
          name="Time to first call"
          to={lists.called}
          value={waitInWords(total.wait)}
          note="the one in the middle"
        />
        <Total name="Won" to={lists.won} value={total.won}>
          <Link to={lists.lost}>{total.lost} lost</Link>
        </Total>
        <Total name="Value won" to={lists.valueWon} value={takaInWords(total.value_won)} note="of those with a value" />
        <Total name="Value open" to={lists.valueOpen} value={takaInWords(total.value_open)} note="of those who came" />
      </dl>
    </section>
  );
}

function importedInWords({ total, ...days }: Figures): ReactNode {
  if (total.imported === 0) return 'by the site or added';
  return <Link to={leadListLinks(days).imported}>and {total.imported} imported</Link>;
}

function Total(props: { name: string; to: string; value: ReactNode; note?: ReactNode; children?: ReactNode }) {
  const { name, to, value, note, children } = props;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={to} className="total-value">
          {value}
        </Link>
        <span className="note">{note ?? children}</span>
      </dd>
    </div>
  );
}

function Breakdowns({ figures }: { figures: Figures }) {
  return (
    <>
      <Breakdown by="people" title="By person" head="Person" heads={['Won', 'Lost', 'Value won', 'Value open']}>
        {figures.people.map((row) => (
          <PersonLine key={row.owner?.id ?? 0} row={row} figures={figures} />
        ))}
      </Breakdown>
      <Breakdown by="sources" title="By source" head="Source" heads={['Won of these', 'Conversion', 'Value won']}>
        {figures.sources.map((row) => (
          <SourceLine key={row.source} row={row} figures={figures} />
        ))}
      </Breakdown>
    </>
  );
}

interface BreakdownProps {
  by: By;
  title: string;
  head: string;
  heads: string[];
  children: ReactNode[];
}

function Breakdown({ by, title, head, heads, children }: BreakdownProps) {
  return (
    <section className="card" aria-labelledby={`${by}-title`}>
      <div className="card-head">
        <h2 id={`${by}-title`}>{title}</h2>
        <div className="card-tools">
          <Export by={by}>CSV</Export>
        </div>
      </div>
      {children.length === 0 ? (
        <p className="card-body note">Nobody came in these days, and nothing was won or lost.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="breakdown" tabIndex={0} aria-label={`${title}: table`}>
          <table>
            <thead>
              <tr>
                {[head, 'Came', 'Called', 'First call after', ...heads].map((each) => (
                  <th scope="col" key={each}>
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function PersonLine({ row, figures }: { row: PersonRow; figures: Figures }) {
  const lists = leadListLinks(figures, { owner: row.owner ? String(row.owner.id) : 'none' });
  return (
    <tr>
      <th scope="row" lang="bn">
        {row.owner?.name ?? 'Nobody yet'}
      </th>
      <Cell to={lists.came}>{row.came}</Cell>
      <Cell to={lists.called}>{row.called}</Cell>
      <Cell to={lists.called}>{waitInWords(row.wait)}</Cell>
      <Cell to={lists.won}>{row.won}</Cell>
      <Cell to={lists.lost}>{row.lost}</Cell>
      <Cell to={lists.valueWon}>{takaInWords(row.value_won)}</Cell>
      <Cell to={lists.valueOpen}>{takaInWords(row.value_open)}</Cell>
    </tr>
  );
}

function SourceLine({ row, figures }: { row: SourceRow; figures: Figures }) {
  const lists = leadListLinks(figures, { source: row.source });
  return (
    <tr>
      <th scope="row">{row.source === 'direct' ? 'Direct or unknown' : row.source}</th>
      <Cell to={lists.came}>{row.came}</Cell>
      <Cell to={lists.called}>{row.called}</Cell>
      <Cell to={lists.called}>{waitInWords(row.wait)}</Cell>
      <Cell to={lists.wonOfThese}>{row.won}</Cell>
      <td>
        <Share of={row.won} among={row.came} />
      </td>
      <Cell to={lists.valueOfThese}>{takaInWords(row.value_won)}</Cell>
    </tr>
  );
}

function Cell({ to, children }: { to: string; children: ReactNode }) {
  return (
    <td>
      <Link to={to}>{children}</Link>
    </td>
  );
}

function Share({ of, among }: { of: number; among: number }) {
  const percent = (of / Math.max(1, among)) * 100;
  return (
    <span className="share">
      {percent.toFixed(percent > 0 && percent < 10 ? 1 : 0)} %
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={percent} height="8" />
      </svg>
    </span>
  );
}

function Export({ by, children }: { by: By; children: ReactNode }) {
  const [address] = useSearchParams();
  const query = periodOf(address);
  query.set('by', by);
  return (
    <Writers>
      <button
        type="button"
        className="button button-quiet button-small"
        onClick={() => void downloadFile(`${calls.leadFiguresExport}?${query}`, `figures-${by}.csv`)}
      >
        <FileDown />
        {children}
        {children === 'CSV' && <span className="sr-only"> of the figures by {by}</span>}
      </button>
    </Writers>
  );
}

function waitInWords(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return [`${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ');
  return [`${Math.floor(hours / 24)} d`, hours % 24 > 0 && `${hours % 24} h`].filter(Boolean).join(' ');
}
