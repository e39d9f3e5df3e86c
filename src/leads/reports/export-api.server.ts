import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { byteOrderMark, csvRows } from '#platform/files/csv.server.ts';
import { funnelEvents, funnelOfDay } from '../lead/funnel.server.ts';

const maxDays = 366;

const day = z.iso.date({ error: 'Write the day as YYYY-MM-DD.' }).optional();
const query = z.object({ date_from: day, date_to: day });

const heads = [
  'Day (Asia/Dhaka)',
  'Page',
  'Source',
  'Medium',
  'Campaign',
  'Referring site',
  'Page views',
  'Form opened',
  'Sent',
  'Contacted',
  'Won',
];

export function funnelExportApi({ database }: AppContext, scope: FastifyInstance): void {
  scope.withTypeProvider<ZodTypeProvider>().get(
    calls.funnelExport,
    {
      config: { need: 'write' },
      schema: { summary: 'Export the funnel', describedAnswer: 'text/csv', querystring: query },
    },
    async (request, reply) => {
      const last = request.query.date_to ?? dayInDhaka(new Date());
      const first = request.query.date_from ?? dayAfter(last, -29);
      if (first > last) throw invalid({ date_from: ['The first day must not be after the last.'] });
      if (dayAfter(first, maxDays) <= last) throw invalid({ date_from: [`Choose at most ${maxDays} days.`] });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="funnel-${first}-${last}.csv"`)
        .send(Readable.from(lines(database, first, last)));
    },
  );
}

async function* lines(database: Database, first: string, last: string): AsyncGenerator<string> {
  yield byteOrderMark + csvRows([heads]);
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const rows = await funnelOfDay(database, day);
    if (rows.length === 0) continue;
    yield csvRows(
      rows.map(({ route, source, medium, campaign, referrer, ...counts }) => [
        day,
        route,
        source,
        medium,
        campaign,
        referrer,
        ...funnelEvents.map((event) => counts[event]),
      ]),
    );
  }
}
