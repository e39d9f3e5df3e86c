import type { Searchable, SearchEntry } from '#cms/search/search-index.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { builtInHero } from '#content/settings/built-in.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { type SiteSettings, vendorKind, whatsappLink } from '#content/settings/schema.ts';
import { demoFormAnchor, pages } from '#paths.ts';

/** Pages without records. */
const listPages = ['features', 'packages', 'clients', 'news', 'downloads'] as const;

/** Search entries for the site's pages (by title and description) and for the vendor's contact data. */
const searchableSite: Searchable = {
  collection: vendorKind,
  found: { page: { rank: 10, label: 'পাতা' }, contact: { rank: 11, label: 'যোগাযোগ' } },
  entriesOf: async (database) => {
    const settings = await siteSettings(database);
    const entries = [...contactsOf(settings), ...listPages.map((page) => pageEntry(settings, page))];
    return entries.map((entry, recordId) => ({ ...entry, recordId }));
  },
};

export const searchableContent = [...allKindsOnServer.flatMap(({ searchable }) => searchable ?? []), searchableSite];

type Entry = Omit<SearchEntry, 'recordId'>;

function pageEntry(settings: SiteSettings, page: (typeof listPages)[number]): Entry {
  const { title, description } = settings.pages[page];
  // The page's name precedes the vendor's name.
  const [name = title] = title.split(/\s*[|:]/);
  return { kind: 'page', title: name, text: description, byTitleOnly: true, url: pages[page] };
}

/** Those that the vendor has, the form for a demo first. */
function contactsOf({ phone, whatsapp, email, address, social, customers, hero }: SiteSettings): Entry[] {
  // The built-in hint promises a link, which nobody is mailed while no demo access is set.
  const hint = hero.hint === builtInHero.hint ? 'চারটি তথ্য দিন, আমরা যোগাযোগ করব।' : hero.hint;
  const form = [hint, phone?.shown, address].filter(Boolean).join(' ');
  const contacts: [title: string, url: string | null, text?: string | null | undefined][] = [
    ['ডেমো ও যোগাযোগ', `${pages.home}#${demoFormAnchor}`, form],
    ['ফোন', phone && `tel:${phone.number}`, phone && `যোগাযোগের মোবাইল নম্বর ${phone.shown}`],
    ['হোয়াটসঅ্যাপ', whatsapp && whatsappLink(whatsapp), whatsapp?.shown],
    ['ইমেইল', email && `mailto:${email}`, email],
    ['অফিসের ঠিকানা', address && `${pages.home}#footer-navigation`, address],
    ['লগইন', customers?.link ?? pages.login, customers?.text],
    ...social.map(({ network, url }): [string, string] => [network, url]),
  ];
  return contacts.flatMap(([title, url, text]) => {
    // The words of an address are like too many others.
    const byTitleOnly = title === 'ইমেইল';
    return url ? { kind: 'contact', title, text: text ?? '', byTitleOnly, url } : [];
  });
}
