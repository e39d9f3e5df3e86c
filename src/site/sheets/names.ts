/** The style sheets of public pages: one for each kind of page, with the styles of what it shows and no others. */
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
  'packages',
  'clients',
  'client',
  'downloads',
  'search',
  'lost',
  'offline',
  'reference',
] as const;

export type Sheet = (typeof sheets)[number];

/** Where it is, from the root. */
export function sourceOf(sheet: Sheet): string {
  return `src/site/sheets/${sheet}.css`;
}
