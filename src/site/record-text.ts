import type { PageText, SiteSettings } from '#site-settings/schema.ts';
import { cutText } from '#ui/site/bengali.ts';

/** The page of one record: its own title and words, and what its kind is searched by. */
export function recordText(
  vendor: SiteSettings,
  kind: 'about' | 'features' | 'news',
  title: string,
  description: string,
  keywords = '',
): PageText {
  return {
    title: `${title} | ${vendor.name}`,
    description: cutText(description || title, 300),
    keywords: [keywords, vendor.pages[kind].keywords].filter(Boolean).join(', '),
  };
}
