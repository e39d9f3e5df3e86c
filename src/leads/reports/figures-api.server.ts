import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errors } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { byteOrderMark, csvRows } from '#platform/files/csv.server.ts';
import { breakdowns, periods } from './addresses.ts';
import { cameByDay, type Days, readFigures } from './figures-data.server.ts';
import { figuresSchema } from './schema.ts';

/** At most two years of days in one answer, so that a year can be compared with the one before. */
const maxDays = 731;

const day = z.union([z.literal(''), z.iso.date()], { error: 'Write the day as YYYY-MM-DD.' }).optional();
const queryFields = {
  period: z.enum(periods, { error: `Choose one of ${periods.join(', ')}.` }).optional(),
  date_from: day,
  date_to: day,
};
const query = z.object(queryFields);
const exportQuery = z.object({
  ...queryFields,
  by: z.enum(breakdowns, { error: `Choose one of ${breakdowns.join(', ')}.` }),
});

export function leadFiguresApi({ database }: AppContext, scope: FastifyInstance): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();

  routes.get(
    calls.leadFigures,
    {
      schema: {
        summary: 'Get the figures of leads',
        querystring: query,
        response: { 200: figuresSchema, ...errors(401, 422) },
      },
    },
    ({ query }) => readFigures(database, daysOf(query)),
  );

  routes.get(
    calls.leadFiguresExport,
    {
      config: { need: 'write' },
      schema: { summary: 'Export the figures of leads', describedAnswer: 'text/csv', querystring: exportQuery },
    },
    async ({ query }, reply) => {
      const days = daysOf(query);
      const name = `figures-${query.by}-${days.first}-${days.last}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(byteOrderMark + csvRows(await tables[query.by](database, days)));
    },
  );
}

/** @throws {HttpError} 422 for an invalid range of days */
function daysOf({ period = '30', date_from, date_to }: z.output<typeof query>, now = new Date()): Days {
  const today = dayInDhaka(now);
  const last = date_to || today;
  const first = date_from || (period === 'year' ? `${last.slice(0, 4)}-01-01` : dayAfter(last, 1 - Number(period)));
  if (first > last) throw invalid({ date_from: ['The first day must not be after the last.'] });
  if (dayAfter(first, maxDays) <= last) throw invalid({ date_from: [`Choose at most ${maxDays} days.`] });
  return { first, last };
}

type Cells = (string | number)[][];

const tables: Record<(typeof breakdowns)[number], (database: Database, days: Days) => Promise<Cells>> = {
  async people(database, days) {
    const { people } = await readFigures(database, days);
    return [
      [
        'Person',
        'Came',
        'Called',
        'Minutes to first call (median)',
        'Won',
        'Lost',
        'Value won (BDT)',
        'Value open (BDT)',
      ],
      ...people.map((row) => [
        row.owner?.name ?? 'Nobody yet',
        row.came,
        row.called,
        row.wait ?? '',
        row.won,
        row.lost,
        row.value_won,
        row.value_open,
      ]),
    ];
  },
  async sources(database, days) {
    const { sources } = await readFigures(database, days);
    return [
      [
        'Source',
        'Came',
        'Called',
        'Minutes to first call (median)',
        'Won',
        'Won of those who came (%)',
        'Value won (BDT)',
      ],
      ...sources.map((row) => [
        row.source,
        row.came,
        row.called,
        row.wait ?? '',
        row.won,
        ((row.won / row.came) * 100).toFixed(1),
        row.value_won,
      ]),
    ];
  },
  async days(database, days) {
    const rows = await cameByDay(database, days);
    return [['Day (Asia/Dhaka)', 'Came'], ...rows.map(({ day, count }) => [day, count])];
  },
};
