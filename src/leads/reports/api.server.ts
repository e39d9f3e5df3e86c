import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext, Module } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, dayInDhaka } from '#platform/dhaka.server.ts';
import { HttpError, invalid, tooMany } from '#platform/errors.server.ts';
import {
  answerStream,
  beginExport,
  type CsvRows,
  csvOf,
  setAttachment,
  streamLimits,
} from '#platform/files/exports.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { TokenBuckets } from '#platform/http/limits/rate-limits.server.ts';
import { networkOf } from '#platform/networks.server.ts';
import {
  addCounts,
  countKey,
  foldSource,
  foldVisit,
  funnelEvents,
  type ReportedVisit,
  readReferrer,
  readSource,
  type VisitCount,
} from '../lead/funnel.server.ts';
import { startMailClock } from '../notifications/announce.server.ts';
import { type Breakdown, breakdowns, defaultPeriod, periods } from './addresses.ts';
import { cameByDay, daysUpTo, funnelOfDay, readFigures } from './data.server.ts';
import { figuresSchema, type Period } from './schema.ts';
import { sendWeek } from './week-mail.server.ts';

export const reportsModule = { routes: countVisitApi, staffRoutes: { leads: reportsApi } } satisfies Module;

/** At most two years of days in one answer, so that a year can be compared with the one before. */
const maxDays = 731;
const maxFunnelDays = 366;

const day = z.union([z.literal(''), z.iso.date()], { error: 'Write the day as YYYY-MM-DD.' }).optional();
const dates = {
  date_from: day.describe('The first day; with the last one instead of a period'),
  date_to: day.describe('The last day'),
};
const names = Object.keys(periods) as (keyof typeof periods)[];
const period = z
  .enum(names, { error: () => t`Choose one of ${names.join(', ')}.` })
  .optional()
  .describe('The last days, or this year; 30 if not given');
const periodQuery = z.object({ period, ...dates });
const by = z
  .enum(breakdowns, { error: () => t`Choose one of ${breakdowns.join(', ')}.` })
  .describe('What a line is for');

function reportsApi(context: AppContext, scope: StaffScope): void {
  const { database } = context;
  startMailClock(context, 'week', sendWeek);
  scope.get(
    calls.leadFigures,
    {
      schema: {
        summary: 'Get the figures of leads',
        querystring: periodQuery,
        response: { 200: figuresSchema },
      },
    },
    ({ query }) => readFigures(database, readPeriod(query)),
  );

  scope.get(
    calls.leadFiguresExport,
    {
      config: { need: 'write' },
      schema: {
        summary: 'Export the figures of leads',
        describedAnswer: 'text/csv',
        querystring: periodQuery.extend({ by }),
      },
    },
    async ({ query }, reply) => {
      const period = readPeriod(query);
      const rows = await breakdownRows[query.by](database, period);
      return sendCsv(reply, `figures-${query.by}`, period, heads[query.by], [rows]);
    },
  );

  scope.get(
    calls.funnelExport,
    {
      ...streamLimits,
      config: { need: 'write' },
      schema: { summary: 'Export the funnel', describedAnswer: 'text/csv', querystring: z.object(dates) },
    },
    ({ query }, reply) => {
      const period = readPeriod(query, maxFunnelDays);
      return sendCsv(reply, 'funnel', period, heads.funnel, funnelRows(database, period));
    },
  );
}

/** @throws {HttpError} 422 for an invalid range of days */
function readPeriod(
  { period = defaultPeriod, date_from, date_to }: Partial<z.output<typeof periodQuery>>,
  most = maxDays,
): Period {
  const last = date_to || dayInDhaka(new Date());
  const start = period === 'year' ? `${last.slice(0, 4)}-01-01` : daysUpTo(last, Number(period)).first;
  const first = date_from || start;
  if (first > last) throw invalid({ date_from: ['The first day must not be after the last.'] });
  if (dayAfter(first, most) <= last) throw invalid({ date_from: [t`Choose at most ${most} days.`] });
  return { first, last };
}

type Pieces = Parameters<typeof csvOf>[1];

async function sendCsv(reply: FastifyReply, name: string, { first, last }: Period, heads: string[], rows: Pieces) {
  await beginExport(reply);
  const lines = csvOf(
    heads.map((head) => t(head)),
    rows,
  );
  return setAttachment(reply, `${name}-${first}-${last}.csv`).send(answerStream(reply, lines));
}

const received = t(['Came', 'Called', 'Minutes to first call (median)']);

const heads = t({
  people: ['Person', ...received, 'Won', 'Lost', 'Value won (BDT)', 'Value open (BDT)'],
  sources: ['Source', ...received, 'Won', 'Won of those who came (%)', 'Value won (BDT)'],
  days: ['Day (Asia/Dhaka)', 'Came'],
  funnel: [
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
  ],
});

const breakdownRows: Record<Breakdown, (database: Database, period: Period) => Promise<CsvRows>> = {
  async people(database, period) {
    const { people } = await readFigures(database, period);
    return people.map(({ owner, wait, came, called, ...rest }) => [
      owner?.name ?? t('Nobody yet'),
      came,
      called,
      wait ?? '',
      ...Object.values(rest),
    ]);
  },
  async sources(database, period) {
    const { sources } = await readFigures(database, period);
    return sources.map(({ source, came, called, wait, won, value_won }) => [
      source,
      came,
      called,
      wait ?? '',
      won,
      ((won / came) * 100).toFixed(1),
      value_won,
    ]);
  },
  async days(database, period) {
    const rows = await cameByDay(database, period);
    return rows.map(({ day, count }) => [day, count]);
  },
};

async function* funnelRows(database: Database, { first, last }: Period): AsyncGenerator<CsvRows> {
  for (let day = first; day <= last; day = dayAfter(day, 1)) {
    const rows = await funnelOfDay(database, day);
    yield rows.map(({ route, source, medium, campaign, referrer, ...counts }) => [
      day,
      route,
      source,
      medium,
      campaign,
      referrer,
      ...funnelEvents.map((event) => counts[event]),
    ]);
  }
}

/** Query string and referrer of the first page of the visit, from sessionStorage. */
const body = z.array(z.string().max(4_000)).max(2);
const query = z.object({
  event: z.enum(['view', 'opened']).default('view').describe('A page was seen, or its form opened'),
});

const rateLimit = { perSecond: 5, burst: 120 };

/**
 * Counts page views and opened forms, anonymously and not at all for browsers that send DNT or GPC. The `Origin` header
 * must be one of our own pages.
 */
function countVisitApi({ http, csrf, database, settings, log }: AppContext): void {
  const buckets = new TokenBuckets(rateLimit);
  const counter = createVisitCounter(database, log);
  http.addHook('onClose', counter.close);

  http.post(
    calls.countVisit,
    { schema: { summary: 'Count a visit', body, querystring: query, response: { 204: z.null() } } },
    async (request, reply) => {
      csrf.checkSender(request);
      if (request.headers.origin === undefined)
        throw new HttpError(403, 'Only a page of this site may count its visits.');
      const wait = buckets.take(networkOf(request.ip));
      if (wait > 0) throw tooMany(wait);
      if (!isCountable(request)) return reply.code(204).send(null);
      const ownHosts = [settings.publicUrl, `http://${request.headers.host}`];
      const visit = foldVisit(reportedBy(request.headers.referer, request.body), ownHosts);
      counter.add({ day: dayInDhaka(new Date()), event: request.query.event, ...visit, count: 1 });
      return reply.code(204).send(null);
    },
  );
}

function reportedBy(page: string | undefined, [search = '', referrer = '']: string[]): ReportedVisit {
  const parameters = new URLSearchParams(search);
  return {
    page: page && URL.canParse(page) ? new URL(page).pathname : '',
    referrer,
    ...readSource((name) => parameters.get(name), readReferrer(referrer)),
  };
}

const botAgents = /bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|monitor|curl|wget|python/i;

function isCountable({ headers }: FastifyRequest): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const agent = headers['user-agent'] ?? '';
  return agent !== '' && !botAgents.test(agent);
}

/** In milliseconds. */
const writeInterval = 3_000;

/** Maximum of distinct counts in memory; further ones are counted without their source. */
const maxBuffered = 1_000;

/** Buffers counts in memory and writes them in batches. Call `close`, or the last seconds are lost. */
export function createVisitCounter(database: Database, log: FastifyBaseLogger) {
  let buffer = new Map<string, VisitCount>();
  let writing = Promise.resolve();
  const timer = setInterval(() => void write(), writeInterval).unref();

  function add(counted: VisitCount) {
    // The number of folded counts is bounded by pages and events.
    const isFolded = !buffer.has(countKey(counted)) && buffer.size >= maxBuffered;
    const entry = isFolded ? { ...counted, ...foldSource(counted) } : counted;
    const key = countKey(entry);
    buffer.set(key, { ...entry, count: entry.count + (buffer.get(key)?.count ?? 0) });
  }

  /** Never throws; counts that could not be written are retried. */
  function write() {
    writing = writing.then(async () => {
      if (buffer.size === 0) return;
      const counts = [...buffer.values()];
      buffer = new Map();
      try {
        await addCounts(database, counts);
      } catch (error) {
        for (const each of counts) add(each);
        log.warn({ event: 'visits_unwritten', reason: (error as Error).message });
      }
    });
    return writing;
  }

  async function close() {
    clearInterval(timer);
    await write();
  }

  return { add, write, close };
}
