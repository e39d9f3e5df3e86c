/** One stylesheet per page type, with only the styles that the page needs. */
export const sheets = [
  'home',
  'about',
  'article',
  'article-preview',
  'news',
  'news-article',
  'features',
  'feature',
  'feature-preview',
  'page',
  'page-preview',
  'packages',
  'clients',
  'client',
  'downloads',
  'search',
  'not-found',
  'offline',
] as const;

export type Sheet = (typeof sheets)[number];

export function sourceOf(sheet: Sheet): string {
  return `src/site/sheets/${sheet}.css`;
}
