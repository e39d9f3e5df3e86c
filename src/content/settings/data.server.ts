import type { Updateable } from 'kysely';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { VersionConflict } from '#cms/collections/merge.server.ts';
import { nextTimestamp } from '#cms/collections/records.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { pictureColumns } from '#platform/database/picture-columns.server.ts';
import { builtInSettings } from './built-in.ts';
import type { SettingsForm } from './form.server.ts';
import {
  type SettingsRow,
  type SiteSettingsTable,
  settingsColumns,
  settingsOfRow,
  settingsToWire,
} from './row.server.ts';
import { type SettingsRecord, type SiteSettings, vendorKind } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    site_settings: SiteSettingsTable;
  }
}

export async function siteSettings(database: Database): Promise<SiteSettings> {
  const row = await settingsRow(database);
  return row ? settingsOfRow(row) : builtInSettings;
}

export async function editedSettings(database: Database): Promise<SettingsRecord> {
  return settingsToWire(await settingsRow(database));
}

/**
 * Saves the form unless the version is stale; run it in a transaction. `imageKey` is a new picture; undefined keeps the
 * current one.
 */
export async function updateSettings(
  transaction: Database,
  actor: Actor,
  form: SettingsForm,
  imageKey: string | undefined,
): Promise<SettingsRecord | VersionConflict<SettingsRecord>> {
  const row = await lockRow(transaction);
  const before = settingsToWire(row);
  if (form.updated_at && form.updated_at !== row.updated_at) return new VersionConflict(before);
  await transaction
    .updateTable('site_settings')
    .set({ ...settingsColumns(form, row, imageKey), updated_at: nextTimestamp(row.updated_at) })
    .execute();
  const data = await editedSettings(transaction);
  await recordChange(transaction, actor, { action: 'update', kind: vendorKind, recordId: 1, before, after: data });
  return data;
}

/** Sample or test data as columns, without form validation. */
export async function addSettings(transaction: Database, columns: Updateable<SiteSettingsTable>): Promise<void> {
  await insertRow(transaction);
  await transaction
    .updateTable('site_settings')
    .set({ ...columns, updated_at: new Date().toISOString() })
    .execute();
}

async function settingsRow(database: Database): Promise<SettingsRow | undefined> {
  return withPicture(database).executeTakeFirst();
}

/** Reads the row and locks it until the transaction ends. */
async function lockRow(transaction: Database): Promise<SettingsRow> {
  await insertRow(transaction);
  return withPicture(transaction).forNoKeyUpdate('site_settings').executeTakeFirstOrThrow();
}

/** Inserts the row unless it exists; a concurrent first write waits here. */
async function insertRow(transaction: Database): Promise<void> {
  await transaction
    .insertInto('site_settings')
    .values({ id: 1, name: builtInSettings.name, updated_at: builtInSettings.updatedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function withPicture(database: Database) {
  return database
    .selectFrom('site_settings')
    .leftJoin('pictures', 'pictures.key', 'site_settings.image_key')
    .selectAll('site_settings')
    .select(pictureColumns);
}
