import { demoFormAnchor, hasDemoForm, pages } from '#paths.ts';

export const menuLinks = [
  { href: pages.home, text: 'হোম' },
  { href: pages.about, text: 'পরিচিতি' },
  { href: pages.features, text: 'ফিচার' },
  { href: pages.packages, text: 'প্যাকেজ' },
  { href: pages.clients, text: 'গ্রাহক' },
  { href: pages.news, text: 'খবর' },
  { href: pages.downloads, text: 'ডাউনলোড' },
] as const;

/** Link to the demo form of this page, else to the home page's. */
export function demoFormOf(path: string): string {
  return `${hasDemoForm(path) ? path : pages.home}#${demoFormAnchor}`;
}

/** On the home page the form is folded; elsewhere it is open at the end. */
export function hasOpenForm(path: string): boolean {
  return path !== pages.home && hasDemoForm(path);
}

/** `page` for the same page, `true` for a section that contains it (`aria-current`). */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
