import { demoFormAnchor, demoFormPages, pages } from '#paths.ts';

/** The main menu, in the header and in the drawer. */
export const menuLinks = [
  { href: pages.home, text: 'হোম' },
  { href: pages.about, text: 'পরিচিতি' },
  { href: pages.features, text: 'ফিচার' },
  { href: pages.packages, text: 'প্যাকেজ' },
  { href: pages.clients, text: 'গ্রাহক' },
  { href: pages.downloads, text: 'ডাউনলোড' },
] as const;

/** The demo form: that of the page itself, where it has one. */
export function demoFormOf(path: string): string {
  return `${demoFormPages.includes(path) ? path : pages.home}#${demoFormAnchor}`;
}

/** Whether the link leads to this page or, as a section, holds it. */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
