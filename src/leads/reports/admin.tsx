import { bengaliDigits, takaInWords } from '#api/text.ts';
import { language, t } from '#i18n/text.ts';
import './figures.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { calls } from '#paths.ts';
import { answerAt } from '#ui/admin/calls/api.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { Bar, Card } from '#ui/admin/card.tsx';
import { formatDay } from '#ui/admin/dates.ts';
import { DayInput } from '#ui/admin/day-input.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { Failed, TableHead } from '#ui/table/table.tsx';
import { inUnit } from '../lead/strings.ts';
import { type Breakdown as By, defaultPeriod, figuresAddress, leadListLinks, periodOf, periods } from './addresses.ts';
import type { Figures, Period } from './schema.ts';

export default function LeadFiguresScreen() {
  const [address] = useSearchParams();
  const url = figuresAddress(address);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...answerAt<Figures>(url),
    queryKey: [calls.leadFigures, url],
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <h1 className="screen-title">Reports</h1>
      <div className="stack" aria-busy={!data || isPlaceholderData}>
        <PeriodChoice period={data} />
        {isError && <Failed what="figures" onRetry={() => void refetch()} />}
        {data ? <FiguresBody figures={data} /> : !isError && <span className="skeleton" style={{ height: 330 }} />}
      </div>
    </>
  );
}

/** `period` is the range on display now; the choice is kept in the URL. */
function PeriodChoice({ period }: { period: Period | undefined }) {
  const [address, setAddress] = useSearchParams();
  const isOwn = address.has('date_from') || address.has('date_to');
  const chosen = isOwn ? null : (address.get('period') ?? defaultPeriod);
  const choose = (query: Record<string, string>) =>
    setAddress(new URLSearchParams(query), { replace: true, preventScrollReset: true });
  const from = address.get('date_from') ?? period?.first ?? '';
  const to = address.get('date_to') ?? period?.last ?? '';
  return (
    <search className="period">
      <fieldset className="period-choice flow">
        <legend className="sr-only">Period</legend>
        {Object.entries(periods).map(([name, label]) => (
          <button
            type="button"
            key={name}
            className="button button-quiet"
            aria-pressed={chosen === name}
            onClick={() => choose(name === defaultPeriod ? {} : { period: name })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <DayInput
        aria-label="First day"
        value={from}
        max={to}
        onChange={(day) => day && choose({ date_from: day, date_to: to })}
      />
      <DayInput
        aria-label="Last day"
        value={to}
        min={from}
        onChange={(day) => day && choose({ date_from: from, date_to: day })}
      />
    </search>
  );
}

function FiguresBody({ figures }: { figures: Figures }) {
  return (
    <>
      <Totals figures={figures} />
      <People figures={figures} />
      <Sources figures={figures} />
      <p className="note">
        Imported leads do not count as new, but what is won or lost with them does. The time to the first call runs from
        the request until the lead left the stage New; half of the leads were called sooner.
      </p>
    </>
  );
}

function Totals({ figures }: { figures: Figures }) {
  const { total, first, last } = figures;
  const lists = leadListLinks(figures);
  const imported =
    total.imported === 0 ? t('by the site or added') : <Link to={lists.imported}>and {total.imported} imported</Link>;
  return (
    <Card
      id="totals"
      title={
        <>
          {formatDay(first)} – {formatDay(last)}
        </>
      }
      head={<Export by="days">Days as CSV</Export>}
    >
      <dl className="totals">
        <Total label="Came" to={lists.came} value={total.came} note={imported} />
        <Total
          label="Called"
          to={lists.called}
          value={total.called}
          note={<Link to={lists.notCalled}>{total.not_called} not yet</Link>}
        />
        <Total
          label="Time to first call"
          to={lists.called}
          value={waitInWords(total.wait)}
          note="half were called sooner"
        />
        <Total label="Won" to={lists.won} value={total.won} note={<Link to={lists.lost}>{total.lost} lost</Link>} />
        <Total
          label="Value won"
          to={lists.valueWon}
          value={takaInWords(total.value_won)}
          note="of those with a value"
        />
        <Total label="Value open" to={lists.valueOpen} value={takaInWords(total.value_open)} note="of those who came" />
      </dl>
    </Card>
  );
}

function Total({ label, to, value, note }: { label: string; to: string; value: ReactNode; note: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Link to={to} className="total-value">
          {value}
        </Link>
        <span className="note">{note}</span>
      </dd>
    </div>
  );
}

function People({ figures }: { figures: Figures }) {
  const rows = figures.people.map(({ owner, ...row }) => {
    const lists = leadListLinks(figures, { owner: owner ? String(owner.id) : 'none' });
    return (
      <tr key={owner?.id ?? 0}>
        <th scope="row" lang="bn">
          {owner?.name ?? 'Nobody yet'}
        </th>
        {cells([
          [lists.came, row.came],
          [lists.called, row.called],
          [lists.called, waitInWords(row.wait)],
          [lists.won, row.won],
          [lists.lost, row.lost],
          [lists.valueWon, takaInWords(row.value_won)],
          [lists.valueOpen, takaInWords(row.value_open)],
        ])}
      </tr>
    );
  });
  return (
    <Breakdown
      by="people"
      title="By person"
      heads={t(['Person', ...received, 'Won', 'Lost', 'Value won', 'Value open'])}
    >
      {rows}
    </Breakdown>
  );
}

function Sources({ figures }: { figures: Figures }) {
  const rows = figures.sources.map(({ source, ...row }) => {
    const lists = leadListLinks(figures, { source });
    return (
      <tr key={source}>
        <th scope="row">{source === 'direct' ? 'Direct or unknown' : source}</th>
        {cells([
          [lists.came, row.came],
          [lists.called, row.called],
          [lists.called, waitInWords(row.wait)],
          [lists.wonOfThese, row.won],
          [null, <Share key="share" of={row.won} among={row.came} />],
          [lists.valueOfThese, takaInWords(row.value_won)],
        ])}
      </tr>
    );
  });
  return (
    <Breakdown
      by="sources"
      title="By source"
      heads={t(['Source', ...received, 'Won of these', 'Conversion', 'Value won'])}
    >
      {rows}
    </Breakdown>
  );
}

const received = t(['Came', 'Called', 'First call after']);

function cells(columns: [to: string | null, value: ReactNode][]) {
  return columns.map(([to, value], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
    <td key={index}>{to ? <Link to={to}>{value}</Link> : value}</td>
  ));
}

function Breakdown(props: { by: By; title: string; heads: string[]; children: ReactNode[] }) {
  const { by, title, heads, children } = props;
  return (
    <Card id={by} title={title} head={<Export by={by}>CSV</Export>}>
      {children.length === 0 ? (
        <p className="card-body note">Nobody came in these days, and nothing was won or lost.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="breakdown" tabIndex={0} aria-label={`${title}: table`}>
          <table>
            <TableHead heads={heads} />
            <tbody>{children}</tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

function Share({ of, among }: { of: number; among: number }) {
  const percent = (of / Math.max(1, among)) * 100;
  const words = percent.toFixed(percent > 0 && percent < 10 ? 1 : 0);
  return (
    <span className="share">
      {language() === 'bn' ? bengaliDigits(words) : words} %
      <Bar share={percent} />
    </span>
  );
}

function Export({ by, children }: { by: By; children: ReactNode }) {
  const [address] = useSearchParams();
  const query = periodOf(address);
  query.set('by', by);
  return (
    <div className="card-tools">
      <Writers>
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => void downloadFile(`${calls.leadFiguresExport}?${query}`, `figures-${by}.csv`)}
        >
          <FileDown />
          {children}
          {children === 'CSV' && (
            <span className="sr-only">
              {by === 'people' ? ' of the figures by people' : ' of the figures by sources'}
            </span>
          )}
        </button>
      </Writers>
    </div>
  );
}

function waitInWords(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return t`${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const parts =
    hours < 24
      ? [inUnit(hours, 'h'), minutes % 60 > 0 && t`${minutes % 60} min`]
      : [inUnit(Math.floor(hours / 24), 'd'), hours % 24 > 0 && inUnit(hours % 24, 'h')];
  return parts.filter(Boolean).join(' ');
}
