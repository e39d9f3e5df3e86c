import { pages } from '#paths.ts';

export const pageAddresses = {
  privacy: { path: pages.privacy, name: 'গোপনীয়তার নীতি' },
  terms: { path: pages.terms, name: 'ব্যবহারের শর্ত' },
} as const;

export type PageAddress = keyof typeof pageAddresses;
