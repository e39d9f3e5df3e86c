import parsePhoneNumber from 'libphonenumber-js/max';
import { z } from 'zod';
import { type Actor, recordChange } from '#server/audit.server.ts';
import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { imageField } from '#server/fields/pictures.server.ts';
import { line, optionalLine, optionalParagraph } from '#server/fields/texts.server.ts';
import { momentAfter } from '#server/lists/records.server.ts';
import { pictureColumns } from '#server/pictures/picture-columns.server.ts';
import { latinDigits } from '#server/text.server.ts';
import { builtInHero, builtInSettings } from './built-in.ts';
import {
  type SettingsRow,
  type SiteSettingsTable,
  settingsColumns,
  settingsOfRow,
  settingsToWire,
} from './row.server.ts';
import { networks, pageTexts, type SettingsOnWire, type SiteSettings, vendorKind } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    site_settings: SiteSettingsTable;
  }
}

/** The facts about the vendor as the site shows them. */
export async function siteSettings(database: Database): Promise<SiteSettings> {
  const row = await settingsRow(database);
  return row ? settingsOfRow(row) : builtInSettings;
}

/** The same as the back office edits it. */
export async function editedSettings(database: Database): Promise<SettingsOnWire> {
  return settingsToWire(await settingsRow(database));
}

/**
 * Writes what a form says, unless somebody was faster; run it in a transaction. `imageKey` is a new picture, and
 * undefined keeps the one that is there.
 */
export async function updateSettings(
  transaction: Database,
  actor: Actor,
  form: SettingsForm,
  imageKey: string | undefined,
): Promise<{ is: 'written' | 'stale'; data: SettingsOnWire }> {
  const row = await holdRow(transaction);
  const before = settingsToWire(row);
  if (form.updated_at && form.updated_at !== row.updated_at) return { is: 'stale', data: before };
  await transaction
    .updateTable('site_settings')
    .set({ ...settingsColumns(form, row, imageKey), updated_at: momentAfter(row.updated_at) })
    .execute();
  const data = await editedSettings(transaction);
  await recordChange(transaction, actor, { action: 'update', kind: vendorKind, recordId: 1, before, after: data });
  return { is: 'written', data };
}

/** The facts of the sample, or of a test: columns as they are kept. */
export async function addSettings(transaction: Database, columns: Partial<SettingsRow>): Promise<void> {
  await makeRow(transaction);
  const { image_width: _, image_height: __, ...kept } = columns;
  await transaction
    .updateTable('site_settings')
    .set({ ...kept, updated_at: new Date().toISOString() })
    .execute();
}

async function settingsRow(database: Database): Promise<SettingsRow | undefined> {
  return withPicture(database).executeTakeFirst();
}

/** The row as it is, held until the transaction ends. */
async function holdRow(transaction: Database): Promise<SettingsRow> {
  await makeRow(transaction);
  return (
    withPicture(transaction)
      // SQLite's transactions hold the whole file from their beginning.
      .$if(isPostgres(transaction), (query) => query.forUpdate('site_settings'))
      .executeTakeFirstOrThrow()
  );
}

/** Of two first writes at once, one makes the row and the other waits for it here. */
async function makeRow(transaction: Database): Promise<void> {
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

/** Characters; a search result shows about 60 of a title and 160 of a description. */
const most = {
  name: 80,
  tagline: 200,
  title: 120,
  description: 320,
  keywords: 500,
  heading: 120,
  lead: 400,
  hint: 200,
};

const phoneField = optionalLine('number', 40).transform((text, context) => {
  if (!text) return text;
  const phone = parsePhoneNumber(latinDigits(text), 'BD');
  if (phone?.isValid()) return phone.number as string;
  context.addIssue('This is no phone number. Write it like 01712-345678, or with + and the code of the country.');
  return z.NEVER;
});

const emailField = optionalLine('e-mail address', 254).refine((text) => !text || z.email().safeParse(text).success, {
  error: 'Enter an e-mail address like name@example.com.',
});

/** The address of a page elsewhere; it comes out as browsers write it. */
const addressField = optionalLine('address', 500).transform((text, context) => {
  if (!text) return text;
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password) return url.href;
  context.addIssue(
    url && (url.username || url.password)
      ? 'Leave out the user name and the password.'
      : 'Paste the whole address of the page; it starts with https://',
  );
  return z.NEVER;
});

const headingField = optionalParagraph('heading', most.heading)
  .transform((text) => text?.replace(/[^\S\n]*\n\s*/g, '\n'))
  .refine((text) => (text ?? '').split('\n').length <= 4, { error: 'Use at most four lines.' });

/** What the form sends. An absent field keeps what is there; an empty text brings the built-in one back. */
export const settingsForm = z.object({
  name: line('name', most.name),
  tagline: optionalLine('tagline', most.tagline),
  image: imageField,
  logo_status: statusField,
  phone: phoneField,
  whatsapp: phoneField,
  email: emailField,
  address: optionalParagraph('address', 400),
  ...named(networks, () => addressField),
  hero_title: headingField,
  hero_emphasis: optionalLine('words', most.heading),
  hero_lead: optionalParagraph('introduction', most.lead),
  hero_hint: optionalLine('hint', most.hint),
  ...named(
    pageTexts.map(({ field }) => field),
    (field) => {
      const part = field.slice(field.lastIndexOf('_') + 1) as 'title' | 'description' | 'keywords';
      return optionalLine(part, most[part]);
    },
  ),
  updated_at: versionField,
});

export type SettingsForm = z.output<typeof settingsForm>;

/** @throws {Refusal} 422 where the words that stand out are no words of the heading */
export function checkEmphasis({ hero_title, hero_emphasis }: SettingsForm): void {
  if (hero_title === undefined || !hero_emphasis) return;
  if (!(hero_title || builtInHero.title.normalize('NFC')).includes(hero_emphasis))
    throw invalid({ hero_emphasis: ['Write words that stand in the heading, spelled the same and on one line.'] });
}

function named<Name extends string, Field>(names: readonly Name[], field: (name: Name) => Field): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, field(name)])) as Record<Name, Field>;
}
