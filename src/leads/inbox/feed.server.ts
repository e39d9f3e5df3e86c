import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { calendarFeeds, calls, leadPage } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { dayAfter } from '#server/dhaka.server.ts';
import { notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { dataOnWire, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { hashOfToken, newToken } from '#server/session/token.server.ts';
import { todayInDhaka } from '#wire/fields/dates.ts';
import { may } from '#wire/rights.ts';
import { feedOnWire } from '../lead/schema.ts';
import { contactOf, phoneInWords, stageNames } from '../lead/words.ts';
import { calendarFile, type DayEvent } from './ics.server.ts';
import { allLeads, matching } from './list.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    calendar_feeds: CalendarFeedsTable;
  }
}

/** Under which secret address somebody reads the own next steps; of the secret there is a hash. */
interface CalendarFeedsTable {
  user_id: number;
  token_hash: string;
  created_at: string;
  read_at: string | null;
}

/** What lies further back is told by the inbox. */
const daysBack = 60;
const mostEvents = 1_000;

const newFeed = z.object({ url: z.string() });

/** The own address of one's next steps: whether there is one, a new one, and none any more. In a guarded scope. */
export function feedApi({ database, settings }: Foundations, scope: FastifyInstance): void {
  scope.get(
    calls.accountCalendar,
    { schema: { summary: 'Get the calendar address', response: { 200: dataOnWire(feedOnWire), ...errors(401) } } },
    async ({ staff }) => {
      const row = await database
        .selectFrom('calendar_feeds')
        .select(['created_at', 'read_at'])
        .where('user_id', '=', staff.user.id)
        .executeTakeFirst();
      return { data: { created_at: row?.created_at ?? null, read_at: row?.read_at ?? null } };
    },
  );

  scope.post(
    calls.accountCalendar,
    { schema: { summary: 'Renew the calendar address', response: { 200: writtenOnWire(newFeed), ...errors(401) } } },
    async (request) => {
      const token = newToken();
      const feed = { token_hash: hashOfToken(token), created_at: new Date().toISOString(), read_at: null };
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('calendar_feeds')
          .values({ user_id: request.staff.user.id, ...feed })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
          .execute();
        await recordChange(transaction, actorOf(request), {
          ...{ action: 'calendar_address', kind: 'users', recordId: request.staff.user.id },
          ...{ before: null, after: null },
        });
      });
      return { data: { url: settings.publicUrl + calendarFeeds.feed(token) }, message: 'The address is ready' };
    },
  );

  scope.delete(
    calls.accountCalendar,
    {
      schema: { summary: 'Remove the calendar address', response: { 200: writtenOnWire(feedOnWire), ...errors(401) } },
    },
    async ({ staff }) => {
      await database.deleteFrom('calendar_feeds').where('user_id', '=', staff.user.id).execute();
      return { data: { created_at: null, read_at: null }, message: 'The address works no more' };
    },
  );
}

/** The next steps of whoever has the address, for calendar programs. */
export function calendarFeedRoute({ http, database, settings }: Foundations): void {
  http.get<{ Params: { file: string } }>(calendarFeeds.route, async ({ params }, reply) => {
    const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(params.file)?.[1];
    const reader = token && (await findReader(database, token));
    if (!reader) throw notFound();
    const events = await eventsOf(database, reader.id, settings.publicUrl);
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(calendarFile(`Next steps of ${reader.name}`, events));
  });
}

/** Of everybody. */
export async function endAllFeeds(transaction: Database): Promise<void> {
  await transaction.deleteFrom('calendar_feeds').execute();
}

/** Whoever may read leads no more is told of none; the time of the last reading is kept by the hour. */
async function findReader(database: Database, token: string) {
  const token_hash = hashOfToken(token);
  const reader = await database
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id', 'users.name', 'users.role', 'read_at'])
    .where('token_hash', '=', token_hash)
    .where('users.status', '=', 1)
    .executeTakeFirst();
  if (!reader || !may(reader.role, 'read', 'leads')) return null;
  const now = new Date();
  if (reader.read_at === null || now.getTime() - Date.parse(reader.read_at) > 3_600_000) {
    const read_at = now.toISOString();
    await database.updateTable('calendar_feeds').set({ read_at }).where('token_hash', '=', token_hash).execute();
  }
  return reader;
}

async function eventsOf(database: Database, owner: number, publicUrl: string): Promise<DayEvent[]> {
  const from = dayAfter(todayInDhaka(), -daysBack);
  const rows = await matching(database, { ...allLeads, owner, stage: 'open', nextFrom: from })
    .select(['id', 'name', 'institute_name', 'number', 'stage', 'next_step', 'updated_at'])
    .select(sql<string>`next_step_on`.as('day'))
    .orderBy('next_step_on')
    .orderBy('id')
    .limit(mostEvents)
    .execute();
  const host = new URL(publicUrl).hostname;
  return rows.map(({ id, day, number, stage, next_step, updated_at, ...person }) => {
    const url = publicUrl + leadPage(id);
    return {
      ...{ uid: `lead-${id}@${host}`, day, url, changedAt: updated_at },
      summary: `${next_step ?? 'Follow up'}: ${person.institute_name}`,
      description: [contactOf(person), number && phoneInWords(number), stageNames[stage], url]
        .filter(Boolean)
        .join('\n'),
    };
  });
}
