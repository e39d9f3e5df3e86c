import type { Picture } from '#wire/picture.ts';

/** What the picture of a page tells, where the page is passed on in a chat or a post. */
export interface Card {
  title: string;
  /** A line above the title: what sort of page it is, or a day. */
  kicker?: string;
  /** A sentence below a short title. */
  lead?: string;
  /** The page's own picture: beside the title, or standing in a niche. */
  picture?: { picture: Picture; place: 'beside' | 'niche' };
}

/** Who speaks: the same on every card. */
export interface CardFrame {
  brand: string;
  tagline: string;
  /** The host of the site, as people type it. */
  host: string;
  logo: Picture | null;
}

/** Pixels, as the networks ask for it. */
export const cardSize = { width: 1200, height: 630 } as const;
