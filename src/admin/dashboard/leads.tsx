import { ChartColumn, CircleAlert, FileDown, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { bengaliDigits } from '#api/text.ts';
import { language, t } from '#i18n/text.ts';
import { phoneInWords, reasonsInWords, weekRows } from '#leads/lead/strings.ts';
import { leadListLinks } from '#leads/reports/addresses.ts';
import type { FunnelRow, Overview } from '#leads/reports/schema.ts';
import { adminPages, calls, leadPage, leadsWhere } from '#paths.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { Bar, Card } from '#ui/admin/card.tsx';
import { formatAge, formatDay } from '#ui/admin/dates.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { TableHead } from '#ui/table/table.tsx';
import './funnel.css';
import './day-chart.css';

/** Due follow-ups, the longest overdue first. */
export function FollowUps({ leads, today }: { leads: Overview; today: string }) {
  const { follow_ups: rows, figures } = leads;
  const more = figures.overdue + figures.due_today - rows.length;
  return (
    <Card id="follow-ups" title="To do today" head={<HeadLink to={leadsWhere({ overdue: '1' })}>All overdue</HeadLink>}>
      <div className="card-body">
        {rows.length === 0 && <p className="note">Nothing is due. Next steps with a date come up here on their day.</p>}
        <ul className="to-do">
          {rows.map(({ id, institute_name, next_step, name, owner, number, next_step_on }) => (
            <li key={id}>
              <div>
                <Link to={leadPage(id)} lang="bn">
                  {institute_name}
                </Link>
                <p className="note">
                  {[next_step ?? t('No next step written'), name, owner].filter(Boolean).join(' · ')}
                </p>
              </div>
              <CallLink number={number} />
              {next_step_on && next_step_on < today ? (
                <span className="due due-late">
                  <CircleAlert />
                  {formatDay(next_step_on).replace(yearOfDay, '')}, overdue
                </span>
              ) : (
                <span className="due">Today</span>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="note">And {more} more.</p>}
      </div>
    </Card>
  );
}

export function HeadLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="card-tools stitch-link">
      {children}
    </Link>
  );
}

function CallLink({ number }: { number: string }) {
  return (
    <a className="to-do-call" href={`tel:${number}`}>
      {phoneInWords(number)}
    </a>
  );
}

/** The last seven days against the seven before. */
export function WeekCard({ weeks: { now, before, reasons, waiting } }: { weeks: Overview['weeks'] }) {
  const lists: Partial<Record<string, string>> = leadListLinks(now);
  return (
    <Card id="week" title="The week" head={<HeadLink to={`${adminPages.figures}?period=7`}>Reports</HeadLink>}>
      <table className="plain-table week">
        <TableHead heads={t(['Leads', 'Last 7 days', '7 days before'])} />
        <tbody>
          {weekRows.map(([name, label]) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>{lists[name] ? <Link to={lists[name]}>{now[name]}</Link> : now[name]}</td>
              <td>{before[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="card-body">
        {reasons.length > 0 && <p className="note">{reasonsInWords(reasons)}</p>}
        <h3>{waiting.length > 0 ? 'Who waits longest' : 'Nobody is waiting for a first call.'}</h3>
        <ul className="to-do">
          {waiting.map(({ id, institute_name, created_at, owner }) => (
            <li key={id}>
              <div>
                <Link to={leadPage(id)} lang="bn">
                  {institute_name}
                </Link>
                <p className="note">{owner ?? 'Nobody yet'}</p>
              </div>
              <span className="due">{formatAge(created_at)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

const steps = t({ view: 'Page views', opened: 'Form opened', sent: 'Sent', contacted: 'Contacted', won: 'Won' });
const stepNames = Object.keys(steps) as (keyof typeof steps)[];

const breakdowns = t({ sources: ['By source', 'Source'], routes: ['By page', 'Page'] } as const);

const number = new Intl.NumberFormat(language() === 'bn' ? 'bn-BD' : 'en');

/** From a page view to a won lead, by source and route. Counted on our server, without cookies or personal data. */
export function Funnel({ funnel }: { funnel: Overview['funnel'] }) {
  const [by, setBy] = useState<keyof typeof breakdowns>('sources');
  const head = (
    <>
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
              {breakdowns[each][0]}
            </button>
          ))}
        </fieldset>
        <Writers>
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => void downloadFile(calls.funnelExport, 'funnel.csv')}
          >
            <FileDown />
            Export CSV
          </button>
        </Writers>
      </div>
    </>
  );
  return (
    <Card id="funnel" title="From visit to contract" head={head}>
      <Steps total={funnel.total} />
      {stepNames.every((step) => funnel.total[step] === 0) ? (
        <p className="card-body note">Nothing was counted yet. Visits show up here within seconds.</p>
      ) : (
        <FunnelTable rows={funnel[by]} head={breakdowns[by][1]} />
      )}
    </Card>
  );
}

function Steps({ total }: { total: Overview['funnel']['total'] }) {
  return (
    <ol className="funnel-steps">
      {stepNames.map((step, index) => {
        const before = stepNames[index - 1];
        return (
          <li key={step}>
            <span>{steps[step]}</span>
            <b>{number.format(total[step])}</b>
            <span className="note">{before ? shareOf(total[step], total[before]) : 'seen by people'}</span>
            <Bar share={width(total[step], total.view)} />
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
  return before === 0 || count > before ? ' ' : `${formatFixed((count / before) * 100, count * 10 < before ? 1 : 0)} %`;
}

function FunnelTable({ rows, head }: { rows: FunnelRow[]; head: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="funnel-table" tabIndex={0} aria-label={`Funnel by ${head.toLowerCase()}`}>
      <table className="plain-table">
        <TableHead heads={[head, ...Object.values(steps)]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{labelOf(row.label)}</th>
              {stepNames.map((step) => (
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
  if (label === '') return t('Direct or unknown');
  return label === 'other' ? t('Other') : label;
}

type Day = Overview['days'][number];

/** Requests per day; today in another colour, the average as a dashed line. */
export function DayChart({ days }: { days: Day[] }) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const average = total / days.length;
  const Icon = asTable ? ChartColumn : Table2;
  const head = (
    <>
      <span className="note chart-average inline-row">
        <span className="chart-key" aria-hidden="true" />
        Average {formatFixed(average, 1)} a day
      </span>
      <div className="card-tools">
        <button
          type="button"
          className="button button-quiet button-small"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon />
          {asTable ? 'Show as chart' : 'Show as table'}
        </button>
      </div>
    </>
  );
  return (
    <Card id="days" title="Demo requests" head={head}>
      <div className="card-body">
        {asTable ? <DayTable days={days} /> : <Chart days={days} average={average} total={total} />}
        <p className="note chart-foot">{`${total} in the last 30 days.`}</p>
      </div>
    </Card>
  );
}

/** '3.0' */
function formatFixed(value: number, places: number): string {
  const text = value.toFixed(places);
  return language() === 'bn' ? bengaliDigits(text) : text;
}

/** What `formatDay` ends with. */
const yearOfDay = /,? [\d০-৯]{4}$/;

/** The bars stretch to any width; labels are HTML text, so that they keep their size on a phone. */
function Chart({ days, average, total }: { days: Day[]; average: number; total: number }) {
  const top = scaleTop(Math.max(...days.map(({ count }) => count)));
  const last = days.length - 1;
  const today = days[last];
  const share = (count: number) => (count / top) * 100;
  return (
    <div className="chart">
      <div className="chart-scale" aria-hidden="true">
        {[top, top / 2, 0].map((step) => (
          <span key={step}>{step}</span>
        ))}
      </div>
      <div className="chart-plot">
        <svg
          viewBox={`0 0 ${days.length * 10} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary(days, total)}
        >
          {days.map(({ day, count }, index) => (
            <rect
              key={day}
              className={index === last ? 'bar-today' : 'bar'}
              x={index * 10 + 1.9}
              width={6.2}
              y={100 - share(count)}
              height={share(count)}
            >
              <title>{t`${formatDay(day)}: ${count}`}</title>
            </rect>
          ))}
        </svg>
        {total > 0 && <div className="chart-stitch" style={{ bottom: `${share(average)}%` }} />}
        {today && today.count > 0 && (
          <span className="chart-today" style={{ bottom: `${share(today.count)}%` }} aria-hidden="true">
            {today.count}
          </span>
        )}
      </div>
      <div className="chart-days" aria-hidden="true">
        {days.map(({ day }, index) =>
          index % 7 === 0 && index < last - 3 ? (
            <span key={day} style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {formatDay(day).replace(yearOfDay, '')}
            </span>
          ) : null,
        )}
        <b>Today</b>
      </div>
    </div>
  );
}

/** The smallest even, round number that is at least `most`. */
export function scaleTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [2, 4, 6, 10].map((step) => step * power).find((each) => each >= most);
    if (top !== undefined) return top;
  }
}

function summary(days: Day[], total: number): string {
  const most = days.reduce((best, day) => (day.count > best.count ? day : best));
  const today = days.at(-1)?.count ?? 0;
  if (total === 0) return t('Demo requests of the last 30 days: none.');
  return t`Demo requests of the last 30 days: ${total} in all, most on ${formatDay(most.day)} with ${most.count}, today ${today}.`;
}

function DayTable({ days }: { days: Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" tabIndex={0} aria-label="Demo requests by day">
      <table className="plain-table">
        <TableHead heads={t(['Day', 'Requests'])} />
        <tbody>
          {[...days].reverse().map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>
                {count > 0 ? (
                  <Link to={leadsWhere({ origin: 'not_imported', date_from: day, date_to: day })}>{count}</Link>
                ) : (
                  count
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
