import type { Searchable, SearchEntry } from '#cms/search/search-index.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { builtInHero } from '#content/settings/built-in.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { type SiteSettings, vendorKind } from '#content/settings/schema.ts';
import { demoFormAnchor, pages } from '#paths.ts';

/** Pages without records. */
const listPages = ['features', 'packages', 'clients', 'news', 'downloads'] as const;

/** Search entries for the site's pages (by title and description) and for the vendor's contact data. */
const searchableSite: Searchable = {
  collection: vendorKind,
  found: { page: { rank: 10, label: 'পাতা' }, contact: { rank: 11, label: 'যোগাযোগ' } },
  entriesOf: async (database) => {
    const settings = await siteSettings(database);
    return [contactEntry(settings), ...listPages.map((page, place) => pageEntry(settings, page, place))];
  },
};

export const searchableContent = [...allKindsOnServer.flatMap(({ searchable }) => searchable ?? []), searchableSite];

function pageEntry(settings: SiteSettings, page: (typeof listPages)[number], place: number): SearchEntry {
  const { title, description } = settings.pages[page];
  // The page's name precedes the vendor's name.
  const [name = title] = title.split(/\s*[|:]/);
  return { kind: 'page', recordId: place, title: name, text: description, byTitleOnly: true, url: pages[page] };
}

function contactEntry({ phone, email, address, hero }: SiteSettings): SearchEntry {
  // The built-in hint promises a link, which nobody is mailed while no demo access is set.
  const hint = hero.hint === builtInHero.hint ? 'চারটি তথ্য দিন, আমরা যোগাযোগ করব।' : hero.hint;
  const text = [hint, phone?.shown, email, address].filter(Boolean).join(' ');
  return { kind: 'contact', recordId: 0, title: 'ডেমো ও যোগাযোগ', text, url: `${pages.home}#${demoFormAnchor}` };
}
