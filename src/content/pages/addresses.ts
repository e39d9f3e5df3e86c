import { pages } from '#paths.ts';

/** The pages that every site has, linked at its foot. */
export const legalPages = {
  privacy: { path: pages.privacy, name: 'গোপনীয়তার নীতি' },
  terms: { path: pages.terms, name: 'ব্যবহারের শর্ত' },
} as const;

export type LegalPage = keyof typeof legalPages;

export const isLegal = (address: string): address is LegalPage => Object.hasOwn(legalPages, address);

/** Bengali letters percent-encoded. */
export const pathOfPage = (address: string): string => encodeURI(`/${address}`);

/** What may stand below the text of a page, drawn from the records that exist. */
export const blockNames = [
  'scene',
  'about',
  'statistics',
  'features',
  'packages',
  'clients',
  'testimonials',
  'videos',
  'news',
  'downloads',
  'faq',
  'demo',
] as const;

export type BlockName = (typeof blockNames)[number];

/** Each block once: its heading has an id. */
export function blocksIn(text: string): BlockName[] {
  return [...new Set(text.split(' ').flatMap((word) => blockNames.find((name) => name === word) ?? []))];
}
