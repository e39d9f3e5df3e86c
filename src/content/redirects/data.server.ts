import { sql } from 'kysely';
import * as z from 'zod/mini';
import { line, type TextsOf, textShapes } from '#api/shapes.ts';
import type { ListedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { encodeTarget, normalisePath, readable } from './addresses.ts';

const path = line('old path', 2_048)
  .transform((text) => normalisePath(text) ?? '')
  .refine((text) => text !== '', { error: 'Write a path of this site, such as /old-news, of at most 300 characters.' });

const address = line('new address', 2_048)
  .transform((text) => encodeTarget(text) ?? '')
  .refine((text) => text !== '', {
    error: 'Write a path of this site, such as /news, or an address that begins with https://.',
  });

export const redirectShapes = textShapes({ from_path: path, to_address: address });

export const redirectRecordSchema = z.extend(redirectShapes.recordSchema, {
  hits: z.int(),
  last_hit_at: z.nullable(z.string()),
});

/** An unknown path; `referrer` is the host of the latest request's referrer, or empty. */
export const missedPathSchema = z.object({
  path: z.string(),
  count: z.int(),
  last_at: z.string(),
  referrer: z.string(),
});

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    redirects: RedirectsTable;
    missed_paths: z.infer<typeof missedPathSchema>;
  }
}

interface RedirectsTable extends TextsOf<typeof redirectShapes>, ListedColumns {
  hits: number;
  last_hit_at: string | null;
}

/** Every instance holds all redirects in memory. */
const maxRedirects = 2_000;
/** Limits of the list of unknown paths: the most requested ones, for this many days after the last request. */
const maxMissed = 500;
const missedRetentionDays = 90;

/** Name in change notifications. */
export const redirectsKind = 'redirects';

export const redirects = textList('redirects', redirectShapes, sql`id desc`);

export async function redirectRecords(database: Database, ids: number[]) {
  const counts = await database
    .selectFrom('redirects')
    .select(['id', 'hits', 'last_hit_at'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(counts.map(({ id, ...count }) => [id, count]));
  const records = await redirects.read(database, ids);
  return records.map((record) => ({ hits: 0, last_hit_at: null, ...byId.get(record.id), ...record }));
}

/** Redirects that are not deleted; active ones have `status` 1. */
export function allRedirects(database: Database) {
  return database
    .selectFrom('redirects')
    .select(['id', 'from_path', 'to_address', 'status'])
    .where('deleted_at', 'is', null)
    .limit(maxRedirects)
    .execute();
}

type StoredRedirect = Pick<RedirectsTable, 'from_path' | 'to_address'> & { id: number };

/** Validates a redirect against all others: errors by field, or null. `id` is null for a new one. */
export function redirectConflict(
  { from_path, to_address }: Pick<StoredRedirect, 'from_path' | 'to_address'>,
  id: number | null,
  all: StoredRedirect[],
): { field: 'from_path' | 'to_address'; message: string } | null {
  const others = all.filter((other) => other.id !== id);
  const target = ownPath(to_address);
  const from = (message: string) => ({ field: 'from_path' as const, message });
  const to = (message: string) => ({ field: 'to_address' as const, message });
  if (others.length >= maxRedirects) return from(t`There are ${maxRedirects} redirects already. Delete some first.`);
  if (target === from_path) return to(t('This leads back to itself.'));
  if (others.some((other) => other.from_path === from_path)) return from(t('This path is redirected already.'));
  const next = others.find((other) => other.from_path === target);
  if (next) return to(t`This path is redirected itself, to ${readable(next.to_address)}. Lead there directly.`);
  const before = others.find((other) => ownPath(other.to_address) === from_path);
  if (before) return from(t`${before.from_path} is redirected to this path. Change that redirect first.`);
  return null;
}

/** The path of a local target; null for an external one. */
function ownPath(address: string): string | null {
  return address.startsWith('/') ? normalisePath(address) : null;
}

export async function countHits(database: Database, hits: Map<number, number>, at: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const [id, count] of [...hits].toSorted(([one], [other]) => one - other)) {
      await transaction
        .updateTable('redirects')
        .set(({ eb }) => ({ hits: eb('hits', '+', count), last_hit_at: at }))
        .where('id', '=', id)
        .execute();
    }
  });
}

export type MissedPathCount = z.infer<typeof missedPathSchema>;

/** Adds counts of unknown paths, and deletes the least requested and the oldest ones. */
export async function countMissed(database: Database, missed: MissedPathCount[]): Promise<void> {
  const rows = missed.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const oldest = new Date(Date.now() - missedRetentionDays * 86_400_000).toISOString();
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('missed_paths')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet({
          count: sql`missed_paths.count + excluded.count`,
          last_at: sql`excluded.last_at`,
          referrer: sql`case when excluded.referrer = '' then missed_paths.referrer else excluded.referrer end`,
        }),
      )
      .execute();
    const mostRequested = transaction
      .selectFrom('missed_paths')
      .select('path')
      .orderBy('count', 'desc')
      .orderBy('last_at', 'desc');
    await transaction
      .deleteFrom('missed_paths')
      .where(({ eb, or }) => or([eb('last_at', '<', oldest), eb('path', 'not in', mostRequested.limit(maxMissed))]))
      .execute();
  });
}

export function missedPaths(database: Database): Promise<MissedPathCount[]> {
  return database
    .selectFrom('missed_paths')
    .selectAll()
    .orderBy('count', 'desc')
    .orderBy('last_at', 'desc')
    .limit(100)
    .execute();
}

export async function deleteMissed(database: Database, path: string): Promise<void> {
  await database.deleteFrom('missed_paths').where('path', '=', path).execute();
}
