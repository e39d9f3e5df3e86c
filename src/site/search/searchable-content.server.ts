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
    const contacts = contactsOf(settings).map((contact) => ({ kind: 'contact', ...contact }));
    const entries = [...contacts, ...listPages.map((page) => pageEntry(settings, page))];
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
function contactsOf({ phone, whatsapp, email, address, social, customers, hero }: SiteSettings): Omit<Entry, 'kind'>[] {
  // The built-in hint promises a link, which nobody is mailed while no demo access is set.
  const hint = hero.hint === builtInHero.hint ? 'চারটি তথ্য দিন, আমরা যোগাযোগ করব।' : hero.hint;
  const all = [hint, phone?.shown, email, address].filter(Boolean).join(' ');
  const found: (Omit<Entry, 'kind'> | null)[] = [
    { title: 'ডেমো ও যোগাযোগ', text: all, url: `${pages.home}#${demoFormAnchor}` },
    phone && { title: `ফোন: ${phone.shown}`, text: 'ফোন নম্বর', url: `tel:${phone.number}` },
    whatsapp && { title: `হোয়াটসঅ্যাপ: ${whatsapp.shown}`, text: 'হোয়াটসঅ্যাপ নম্বর', url: whatsappLink(whatsapp) },
    email ? { title: `ইমেইল: ${email}`, text: 'ইমেইল ঠিকানা', url: `mailto:${email}` } : null,
    address ? { title: 'অফিসের ঠিকানা', text: address, url: `${pages.home}#footer-navigation` } : null,
    { title: 'লগইন', text: customers?.text ?? '', url: customers?.link ?? pages.login },
    ...social.map(({ network, url }) => ({ title: network, text: '', url })),
  ];
  return found.filter((entry) => entry !== null);
}
