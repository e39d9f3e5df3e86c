import type { Generated, Selectable } from 'kysely';
import parsePhoneNumber from 'libphonenumber-js/max';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { bengaliDigits } from '#server/text.server.ts';
import { builtInHero, builtInPages, builtInSettings, builtInTagline } from './built-in.ts';
import { networks, type PageName, type PageText, type Phone, type SiteSettings } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    site_settings: SiteSettingsTable;
  }
}

/** One row at most. An empty text is the built-in one, or for a contact: none. */
interface SiteSettingsTable {
  id: number;
  name: string;
  image_key: string | null;
  /** 1: the picture is shown as the logo, 0: the drawn mark is. */
  logo_status: Generated<number>;
  tagline: Generated<string>;
  /** Phone numbers are E.164. */
  phone: Generated<string>;
  whatsapp: Generated<string>;
  email: Generated<string>;
  address: Generated<string>;
  facebook: Generated<string>;
  youtube: Generated<string>;
  linkedin: Generated<string>;
  x: Generated<string>;
  instagram: Generated<string>;
  hero_title: Generated<string>;
  hero_emphasis: Generated<string>;
  hero_lead: Generated<string>;
  hero_hint: Generated<string>;
  /** JSON: by page the texts that differ from the built-in ones. */
  pages: Generated<string>;
  updated_at: string;
}

/** The facts about the vendor as the site shows them. */
export async function siteSettings(database: Database): Promise<SiteSettings> {
  const row = await database
    .selectFrom('site_settings')
    .leftJoin('pictures', 'pictures.key', 'site_settings.image_key')
    .selectAll('site_settings')
    .select(pictureColumns)
    .executeTakeFirst();
  return row ? settingsOf(row, row.logo_status === 1 ? pictureOf(row) : null) : builtInSettings;
}

function settingsOf(row: Selectable<SiteSettingsTable>, logo: SiteSettings['logo']): SiteSettings {
  return {
    name: row.name,
    tagline: row.tagline || builtInTagline,
    logo,
    phone: phoneOf(row.phone),
    whatsapp: phoneOf(row.whatsapp),
    email: row.email || null,
    address: row.address || null,
    social: networks.flatMap((network) => (row[network] ? [{ network, url: row[network] }] : [])),
    hero: {
      title: row.hero_title || builtInHero.title,
      emphasis: row.hero_title ? row.hero_emphasis : builtInHero.emphasis,
      lead: row.hero_lead || builtInHero.lead,
      hint: row.hero_hint || builtInHero.hint,
    },
    pages: pagesOf(row.name, JSON.parse(row.pages)),
    updatedAt: row.updated_at,
  };
}

function pagesOf(name: string, own: Partial<Record<PageName, Partial<PageText>>>): SiteSettings['pages'] {
  const pages = builtInPages(name);
  for (const page of Object.keys(pages) as PageName[]) pages[page] = { ...pages[page], ...own[page] };
  return pages;
}

function phoneOf(number: string): Phone | null {
  const phone = parsePhoneNumber(number);
  if (!phone) return null;
  const shown = phone.country === 'BD' ? phone.formatNational() : phone.formatInternational();
  return { number, shown: bengaliDigits(shown) };
}
