import type { Updateable } from 'kysely';
import { builtInHero, builtInPages, builtInTagline } from './built-in.ts';
import type { SettingsForm } from './form.server.ts';
import type { OwnPages, SettingsRow, SiteSettingsTable } from './row.server.ts';
import { networks, pageTexts } from './schema.ts';

/** What a form writes into the row that was there before. What it does not name stays. */
export function settingsColumns(
  form: SettingsForm,
  before: SettingsRow,
  imageKey: string | undefined,
): Updateable<SiteSettingsTable> {
  const { name, phone, whatsapp, email, address, logo_status } = form;
  const columns = {
    ...{ name, phone, whatsapp, email, address, logo_status, image_key: imageKey },
    ...Object.fromEntries(networks.map((network) => [network, form[network]])),
    tagline: own(form.tagline, builtInTagline),
    ...heroColumns(form, before),
    hero_lead: own(form.hero_lead, builtInHero.lead),
    hero_hint: own(form.hero_hint, builtInHero.hint),
    pages: JSON.stringify(ownPages(form, before)),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Empty for a text that is built in: it then goes on to follow the name, and what later versions say. */
function own(text: string | undefined, ...builtIn: string[]): string | undefined {
  return text !== undefined && builtIn.some((each) => each.normalize('NFC') === text) ? '' : text;
}

/** The heading and the words that stand out in it belong together. */
function heroColumns(form: SettingsForm, before: SettingsRow) {
  if (form.hero_title === undefined && form.hero_emphasis === undefined) return {};
  const title = (form.hero_title ?? before.hero_title) || builtInHero.title;
  const emphasis = form.hero_title === '' ? builtInHero.emphasis : (form.hero_emphasis ?? before.hero_emphasis);
  const builtIn = !own(title, builtInHero.title) && !own(emphasis, builtInHero.emphasis);
  return builtIn
    ? { hero_title: '', hero_emphasis: '' }
    : { hero_title: title, hero_emphasis: title.includes(emphasis) ? emphasis : '' };
}

function ownPages(form: SettingsForm, before: SettingsRow): OwnPages {
  const pages: OwnPages = JSON.parse(before.pages);
  const [builtInBefore, builtInNow] = [builtInPages(before.name), builtInPages(form.name)];
  for (const { page, part, field } of pageTexts) {
    const text = own(form[field], builtInBefore[page][part], builtInNow[page][part]);
    if (text === undefined) continue;
    const { [part]: _, ...rest } = pages[page] ?? {};
    pages[page] = text ? { ...rest, [part]: text } : rest;
  }
  return pages;
}
