import { sql } from 'kysely';
import type { Version, versionReasons, WholeVersion } from '#api/records.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import type { Actor } from '../audit/audit.server.ts';
import { storedKeysIn } from '../pictures/library.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    versions: VersionsTable;
    pictures_in_versions: PicturesInVersionsTable;
  }
}

interface VersionsTable {
  kind: string;
  record_id: number;
  number: number;
  at: string;
  user_id: number | null;
  user_name: string;
  what: Reason;
  scheduled: number;
  fields: string;
}

interface PicturesInVersionsTable {
  kind: string;
  record_id: number;
  /** 0 for the draft. */
  number: number;
  picture_key: string;
}

type Reason = (typeof versionReasons)[number];

export type Fields = { [name: string]: unknown };

export interface RecordRef {
  kind: string;
  id: number;
}

export interface Author {
  actor: Actor;
  what: Reason;
  scheduled?: boolean;
}

const draftNumber = 0;

/** In the transaction that writes the record. Also saves `before` if it differs from the last version. */
export async function keepVersion(
  transaction: Database,
  place: RecordRef,
  {
    before,
    now,
    author,
    max,
  }: { before: { fields: Fields; at: string } | null; now: Fields; author: Author; max: number },
): Promise<void> {
  let number = await lastNumber(transaction, place);
  const found = before && JSON.stringify(before.fields);
  if (found && found !== (await lastSaved(transaction, place))?.fields) {
    const nobody = { user_id: null, user_name: '', scheduled: 0 };
    await insert(transaction, place, ++number, { ...nobody, at: before.at, what: 'found', fields: found });
  }
  const { actor, what, scheduled = false } = author;
  await insert(transaction, place, ++number, {
    at: new Date().toISOString(),
    user_id: actor.user.id,
    user_name: actor.user.name ?? actor.user.email,
    what,
    scheduled: scheduled ? 1 : 0,
    fields: JSON.stringify(now),
  });
  await deleteUpTo(transaction, place, number - max);
}

export async function pageOfVersions(
  database: Database,
  place: RecordRef,
  { page, perPage }: { page: number; perPage: number },
): Promise<PageOf<Version>> {
  const total = await countRows(versionsOf(database, place));
  const rows = await versionsOf(database, place)
    .select(versionColumns)
    .orderBy('number', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { items: rows.map(toWire), page, perPage, total };
}

export async function findVersion(database: Database, place: RecordRef, number: number): Promise<WholeVersion | null> {
  const row = await versionsOf(database, place)
    .select([...versionColumns, 'fields'])
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? { ...toWire(row), fields: JSON.parse(row.fields) } : null;
}

export async function versionBefore(database: Database, place: RecordRef): Promise<number | null> {
  const [, before] = await versionsOf(database, place)
    .select('number')
    .where('what', '<>', 'draft')
    .orderBy('number', 'desc')
    .limit(2)
    .execute();
  return before?.number ?? null;
}

export async function noteDraftPictures(transaction: Database, place: RecordRef, fields: string | null): Promise<void> {
  await notePictures(transaction, place, draftNumber, fields ?? '');
}

export async function deleteVersions(transaction: Database, kind: string, ids: number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500) {
    const some = ids.slice(from, from + 500);
    for (const table of ['versions', 'pictures_in_versions', 'drafts', 'schedules', 'previews'] as const)
      await transaction.deleteFrom(table).where('kind', '=', kind).where('record_id', 'in', some).execute();
  }
}

/** The fields may be large, so their status is read in the database; in a text its quotes would be escaped. */
const publicStatus = sql<number>`case when fields like '%"status":1%' then 1 else 0 end`.as('status');
const versionColumns = ['number', 'at', 'user_name', 'what', 'scheduled', publicStatus] as const;

function toWire(
  row: Pick<VersionsTable, 'number' | 'at' | 'user_name' | 'what' | 'scheduled'> & { status: number },
): Version {
  return { ...row, user_name: row.user_name || null, scheduled: row.scheduled === 1 };
}

function versionsOf(database: Database, { kind, id }: RecordRef) {
  return database.selectFrom('versions').where('kind', '=', kind).where('record_id', '=', id);
}

async function lastNumber(transaction: Database, place: RecordRef): Promise<number> {
  const row = await versionsOf(transaction, place)
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Undefined for a record that was never more than a draft. */
export function lastSaved(transaction: Database, place: RecordRef): Promise<{ fields: string } | undefined> {
  return versionsOf(transaction, place)
    .select('fields')
    .where('what', '<>', 'draft')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function insert(
  transaction: Database,
  place: RecordRef,
  number: number,
  version: Omit<VersionsTable, 'kind' | 'record_id' | 'number'>,
): Promise<void> {
  await transaction
    .insertInto('versions')
    .values({ kind: place.kind, record_id: place.id, number, ...version })
    .execute();
  await notePictures(transaction, place, number, version.fields);
}

/** For the sweep of unused pictures. */
async function notePictures(
  transaction: Database,
  { kind, id }: RecordRef,
  number: number,
  fields: string,
): Promise<void> {
  const noted = { kind, record_id: id, number };
  if (number === draftNumber) {
    await transaction
      .deleteFrom('pictures_in_versions')
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .where('number', '=', number)
      .execute();
  }
  const keys = await storedKeysIn(transaction, fields);
  if (keys.length === 0) return;
  await transaction
    .insertInto('pictures_in_versions')
    .values(keys.map((key) => ({ ...noted, picture_key: key })))
    .execute();
}

async function deleteUpTo(transaction: Database, { kind, id }: RecordRef, number: number): Promise<void> {
  if (number < 1) return;
  for (const table of ['versions', 'pictures_in_versions'] as const) {
    await transaction
      .deleteFrom(table)
      .where('kind', '=', kind)
      .where('record_id', '=', id)
      .where('number', '>', draftNumber)
      .where('number', '<=', number)
      .execute();
  }
}
