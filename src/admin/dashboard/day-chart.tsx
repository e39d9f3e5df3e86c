import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { bengaliDigits } from '#api/text.ts';
import { language, t } from '#i18n/text.ts';
import type { Overview } from '#leads/reports/schema.ts';
import { adminPages, leadsWhere } from '#paths.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatDay } from '#ui/admin/dates.ts';
import { TableHead } from '#ui/table/table.tsx';
import './day-chart.css';

type Day = Overview['days'][number];

/** Requests per day; today in another colour, the average as a dashed line. */
export function DayChart({ days, before }: { days: Day[]; before: number }) {
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
        <Link to={adminPages.figures} className="stitch-link">
          Reports
        </Link>
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
        <p className="note chart-foot">
          {total === 0
            ? 'No demo request came in the last 30 days.'
            : `${total} in the last 30 days, ${compared(total - before)}.`}
        </p>
      </div>
    </Card>
  );
}

/** '3.0' */
export function formatFixed(value: number, places: number): string {
  const text = value.toFixed(places);
  return language() === 'bn' ? bengaliDigits(text) : text;
}

/** What `formatDay` ends with. */
export const yearOfDay = /,? [\d০-৯]{4}$/;

function compared(difference: number): string {
  if (difference === 0) return t('as many as in the 30 days before');
  return t(
    difference > 0
      ? `${difference} more than in the 30 days before`
      : `${-difference} fewer than in the 30 days before`,
  );
}

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
