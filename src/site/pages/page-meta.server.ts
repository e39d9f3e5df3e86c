import { escapeHtml } from '#api/text.ts';
import type { PageText, SiteSettings } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { cutText } from '#ui/site/bengali.ts';
import { cardOfPage } from '../cards/page-cards.server.ts';
import type { PageContent } from './public-page.server.tsx';

type ListPage = Exclude<Parameters<typeof cardOfPage>[0], 'home'>;

/** `name` is its label in breadcrumbs. */
export function pageMeta(vendor: SiteSettings, page: ListPage, name: string): Omit<PageContent, 'body'> {
  return {
    text: vendor.pages[page],
    sheet: page,
    card: cardOfPage(page, vendor),
    breadcrumb: [{ name, path: pages[page] }],
  };
}

export function breadcrumbTo(parent: string, parentName: string, name: string, path: string) {
  return [
    { name: parentName, path: parent },
    { name, path },
  ];
}

export function recordText(
  vendor: SiteSettings,
  kind: 'about' | 'clients' | 'features' | 'news' | 'packages',
  title: string,
  description: string,
  keywords = '',
): PageText {
  return {
    title: `${title} | ${vendor.name}`,
    // A word or two say nothing in a list of results.
    description: shortened(description.length < 30 ? [title, description].filter(Boolean).join(': ') : description),
    keywords: [keywords, vendor.pages[kind].keywords].filter(Boolean).join(', '),
  };
}

/** A letter may have many bytes. The description stands twice in the first 8 KB, see `cardElements`. */
function shortened(text: string, letters = 300): string {
  const cut = cutText(text, letters);
  return Buffer.byteLength(escapeHtml(cut)) > 1_300 ? shortened(text, letters - 10) : cut;
}
