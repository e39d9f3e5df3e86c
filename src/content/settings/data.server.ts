import type { Generated, Selectable, Updateable } from 'kysely';
import parsePhoneNumber from 'libphonenumber-js/max';
import { toPictureFields } from '#api/picture.ts';
import { bengaliDigits } from '#api/text.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { nextTimestamp } from '#cms/collections/listed-table.server.ts';
import { VersionConflict } from '#cms/collections/merge.server.ts';
import { type AnswerCache, staleIfSlow } from '#platform/cache/answer-cache.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type PictureRow, pictureColumns, pictureOf } from '#platform/database/picture-columns.server.ts';
import {
  builtInCustomers,
  builtInHero,
  builtInHolidays,
  builtInPages,
  builtInScene,
  builtInSettings,
  builtInTagline,
  sceneOf,
} from './built-in.ts';
import type { SettingsForm } from './form.server.ts';
import {
  fillFields,
  formFields,
  heroTexts,
  networks,
  type PageName,
  type PageText,
  type Phone,
  pageTexts,
  type SceneText,
  type SettingsRecord,
  type SiteSettings,
  sceneTexts,
  textColumns,
  vendorKind,
} from './schema.ts';
import { builtInSynonyms } from './synonyms.server.ts';

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

type TextColumn = (typeof textColumns)[number];

/**
 * A single row at most. An empty text means the default, or for a contact: none. Phone numbers are E.164; synonyms and
 * holidays are written as the built-in ones.
 */
interface SiteSettingsTable extends Record<TextColumn, Generated<string>> {
  id: number;
  name: string;
  image_key: string | null;
  /** 1: the picture is the logo, 0: the default mark is. */
  logo_status: Generated<number>;
  /** JSON: texts that differ from the defaults, by page. */
  pages: Generated<string>;
  /** JSON: texts of the scene that differ from the defaults. */
  scene: Generated<string>;
  /** 1: the scene is on the home page. */
  scene_status: Generated<number>;
  /** With commas between. */
  form_fields: Generated<string>;
  updated_at: string;
}

/** Joined with the picture. */
type SettingsRow = Selectable<SiteSettingsTable> & PictureRow;

type OwnPages = Partial<Record<PageName, Partial<PageText>>>;
type OwnScene = Partial<Record<SceneText, string>>;

const builtInTexts: Record<TextColumn, string> = {
  ...fillFields(textColumns, () => ''),
  ...(Object.fromEntries(Object.entries(builtInHero).map(([text, value]) => [`hero_${text}`, value])) as object),
  tagline: builtInTagline,
  synonyms: builtInSynonyms,
  holidays: builtInHolidays,
};

function textsOf(row: SettingsRow | undefined) {
  const texts = fillFields(textColumns, (column) => row?.[column] || builtInTexts[column]);
  // A heading of the vendor's own may have no emphasis.
  return row?.hero_title ? { ...texts, hero_emphasis: row.hero_emphasis } : texts;
}

function settingsOfRow(row: SettingsRow): SiteSettings {
  const texts = textsOf(row);
  return {
    name: row.name,
    tagline: texts.tagline,
    logo: row.logo_status === 1 ? pictureOf(row) : null,
    phone: phoneOf(row.phone),
    whatsapp: phoneOf(row.whatsapp),
    email: row.email || null,
    address: row.address || null,
    social: networks.flatMap((network) => (row[network] ? [{ network, url: row[network] }] : [])),
    customers: customersOf(row),
    hero: fillFields(heroTexts, (text) => texts[`hero_${text}`]),
    scene: row.scene_status === 1 ? sceneOf({ ...builtInScene, ...ownScene(row) }) : null,
    pages: pagesOf(row.name, JSON.parse(row.pages)),
    synonyms: row.synonyms,
    holidays: texts.holidays,
    formFields: formFields.filter((field) => row.form_fields.split(',').includes(field)),
    updatedAt: row.updated_at,
  };
}

/** The settings for the admin form; without a row the defaults. */
function settingsToWire(row: SettingsRow | undefined): SettingsRecord {
  const { name, pages, formFields: form_fields, updatedAt } = row ? settingsOfRow(row) : builtInSettings;
  const scene = { ...builtInScene, ...(row && ownScene(row)) };
  const others = [
    ...pageTexts.map(({ page, part, field }) => [field, pages[page][part]]),
    ...sceneTexts.map((text) => [`scene_${text}`, scene[text]]),
  ];
  return {
    // Activity names the first fields that changed, and another name changes many defaults.
    name,
    ...textsOf(row),
    ...(Object.fromEntries(others) as Record<(typeof pageTexts)[number]['field'] | `scene_${SceneText}`, string>),
    ...toPictureFields(row ? pictureOf(row) : null),
    logo_status: row?.logo_status ?? 1,
    scene_status: row?.scene_status ?? 1,
    form_fields,
    updated_at: updatedAt,
  };
}

function customersOf({ customers_text, customers_link }: SettingsRow): SiteSettings['customers'] {
  if (!customers_text && !customers_link) return null;
  return { text: customers_text || builtInCustomers, link: customers_link || null };
}

function ownScene(row: Pick<SettingsRow, 'scene'>): OwnScene {
  return JSON.parse(row.scene);
}

function pagesOf(name: string, own: OwnPages): SiteSettings['pages'] {
  const pages = builtInPages(name);
  for (const page of Object.keys(pages) as PageName[]) pages[page] = { ...pages[page], ...own[page] };
  return pages;
}

function phoneOf(number: string): Phone | null {
  const phone = parsePhoneNumber(number);
  if (!phone) return null;
  const formatted = phone.country === 'BD' ? phone.formatNational() : phone.formatInternational();
  return { number, shown: bengaliDigits(formatted) };
}

/** Columns to update; fields that the form lacks stay unchanged. */
function settingsColumns(
  form: SettingsForm,
  before: SettingsRow,
  imageKey: string | undefined,
): Updateable<SiteSettingsTable> {
  const columns = {
    ...fillFields(textColumns, (column) => emptyIfDefault(form[column], builtInTexts[column])),
    ...heroColumns(form, before),
    name: form.name,
    logo_status: form.logo_status,
    scene_status: form.scene_status,
    form_fields: form.form_fields?.join(','),
    image_key: imageKey,
    pages: JSON.stringify(ownPages(form, before)),
    scene: JSON.stringify(sceneOfForm(form, before)),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Stores a text that equals its default as empty, so that it follows the name and later defaults. */
function emptyIfDefault(text: string | undefined, ...builtIn: string[]): string | undefined {
  return text !== undefined && builtIn.some((each) => each.normalize('NFC') === text) ? '' : text;
}

/** Heading and emphasis are saved together, because the emphasis must be part of the heading. */
function heroColumns(form: SettingsForm, before: SettingsRow) {
  if (form.hero_title === undefined && form.hero_emphasis === undefined) return {};
  const title = (form.hero_title ?? before.hero_title) || builtInHero.title;
  const emphasis = form.hero_title === '' ? builtInHero.emphasis : (form.hero_emphasis ?? before.hero_emphasis);
  const builtIn = !emptyIfDefault(title, builtInHero.title) && !emptyIfDefault(emphasis, builtInHero.emphasis);
  return builtIn
    ? { hero_title: '', hero_emphasis: '' }
    : { hero_title: title, hero_emphasis: title.includes(emphasis) ? emphasis : '' };
}

function ownPages(form: SettingsForm, before: SettingsRow): OwnPages {
  const pages: OwnPages = JSON.parse(before.pages);
  const [builtInBefore, builtInNow] = [builtInPages(before.name), builtInPages(form.name)];
  for (const { page, part, field } of pageTexts) {
    const text = emptyIfDefault(form[field], builtInBefore[page][part], builtInNow[page][part]);
    if (text === undefined) continue;
    const { [part]: _, ...rest } = pages[page] ?? {};
    pages[page] = text ? { ...rest, [part]: text } : rest;
  }
  return pages;
}

function sceneOfForm(form: SettingsForm, before: SettingsRow): OwnScene {
  const entries = sceneTexts.map((text) => [text, emptyIfDefault(form[`scene_${text}`], builtInScene[text])] as const);
  const scene = { ...ownScene(before), ...Object.fromEntries(entries.filter(([, text]) => text !== undefined)) };
  return Object.fromEntries(Object.entries(scene).filter(([, text]) => text !== ''));
}

/** Caches the settings in memory, as every page shows them; reloaded after each write. */
export class CachedSettings {
  readonly #database: Database;
  readonly #cache: AnswerCache;
  #settings = builtInSettings;
  #version = -1;

  constructor({ database, cache }: { database: Database; cache: AnswerCache }) {
    this.#database = database;
    this.#cache = cache;
  }

  /** @throws the database's error where it is unreachable */
  async current(): Promise<SiteSettings> {
    const version = this.#cache.version(vendorKind);
    if (version !== this.#version) {
      this.#settings = await siteSettings(this.#database);
      this.#version = version;
    }
    return this.#settings;
  }

  /** Falls back to the last known settings, for pages that must always render. */
  async lastKnown(): Promise<SiteSettings> {
    return staleIfSlow(this.current(), this.#settings).catch(() => this.#settings);
  }

  /** Whether the cache is up to date. */
  get isCurrent(): boolean {
    return this.#cache.version(vendorKind) === this.#version;
  }
}
