import { findableRecords, type SearchEntry } from '#cms/search/entries.server.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { builtInHero } from './built-in.ts';
import { siteSettings } from './data.server.ts';
import type { SiteSettings } from './schema.ts';

/** Pages without records. The order is fixed, because an entry stores its index. */
const listPages = ['features', 'packages', 'clients', 'news', 'downloads'] as const;

/** Search entries for the site's pages (by title and description) and for the vendor's contact data. */
export const searchableSite = findableRecords({
  table: null,
  found: { page: { number: 10, label: 'পাতা' }, contact: { number: 11, label: 'যোগাযোগ' } },
  entriesOf: async (database) => {
    const settings = await siteSettings(database);
    return [contactEntry(settings), ...listPages.map((page, place) => pageEntry(settings, page, place))];
  },
  addressesOf: async (_database, entries) =>
    entries.map(({ partId }) => pages[listPages[partId - 1] ?? 'home'] + (partId === 0 ? `#${demoFormAnchor}` : '')),
});

function pageEntry({ pages }: SiteSettings, page: (typeof listPages)[number], place: number): SearchEntry {
  const { title, description } = pages[page];
  // The page's name precedes the vendor's name.
  const [name = title] = title.split(/\s*[|:]/);
  const ids = { recordId: 1, partId: place + 1, number: place + 1 };
  return { kind: 'page', ...ids, title: name, text: description, byTitleOnly: true };
}

function contactEntry({ phone, email, address, hero }: SiteSettings): SearchEntry {
  // The built-in hint promises a link, which nobody is mailed while no demo access is set.
  const hint = hero.hint === builtInHero.hint ? 'চারটি তথ্য দিন, আমরা যোগাযোগ করব।' : hero.hint;
  const text = [hint, phone?.shown, email, address].filter(Boolean).join(' ');
  return { kind: 'contact', recordId: 1, number: 1, title: 'ডেমো ও যোগাযোগ', text };
}
