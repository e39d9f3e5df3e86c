import { demoFormAnchor, hasDemoForm, pages } from '#paths.ts';

/** The main menu, in the header and in the drawer. */
export const menuLinks = [
  { href: pages.home, text: 'হোম' },
  { href: pages.about, text: 'পরিচিতি' },
  { href: pages.features, text: 'ফিচার' },
  { href: pages.packages, text: 'প্যাকেজ' },
  { href: pages.clients, text: 'গ্রাহক' },
  { href: pages.news, text: 'খবর' },
  { href: pages.downloads, text: 'ডাউনলোড' },
] as const;

/** The demo form: that of the page itself, where it has one. */
export function demoFormOf(path: string): string {
  return `${hasDemoForm(path) ? path : pages.home}#${demoFormAnchor}`;
}

/** Whether the form stands open at the end of the page; in the first part of the home page it opens when it is asked for. */
export function hasOpenForm(path: string): boolean {
  return path !== pages.home && hasDemoForm(path);
}

/** Whether the link leads to this page or, as a section, holds it. */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
