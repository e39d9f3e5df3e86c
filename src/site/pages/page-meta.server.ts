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
  const whole = `${title} | ${vendor.name}`;
  // A word or two say nothing in a list of results.
  const words = description.length < 30 ? [title, description].filter(Boolean).join(': ') : description;
  return {
    title: whole,
    description: shortened(words, Math.min(1_300, 3_300 - 1.5 * escapedBytes(whole))),
    keywords: [keywords, vendor.pages[kind].keywords].filter(Boolean).join(', '),
  };
}

/** A letter may have many bytes. Of the first 8 KB the title takes three times its own, the description two, see `cardElements`. */
function shortened(text: string, bytes: number, letters = 300): string {
  const cut = cutText(text, letters);
  return escapedBytes(cut) > bytes ? shortened(text, bytes, letters - 10) : cut;
}

function escapedBytes(text: string): number {
  return Buffer.byteLength(escapeHtml(text));
}
