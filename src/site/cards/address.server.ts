import { createHash } from 'node:crypto';
import { discovery } from '#paths.ts';
import type { SiteSettings } from '#site-settings/schema.ts';
import type { CardFrame } from './card.ts';
import type { NamedCard } from './page-cards.ts';

/** Counts the looks of cards: a new one gives every card a new address. */
const look = 1;

/** Where a card is drawn. The address changes with whatever the card shows, so that what is there never changes. */
export function cardPath({ name, card }: NamedCard, frame: CardFrame): string {
  const shown = JSON.stringify([look, card, frame]);
  return discovery.card(name, createHash('sha256').update(shown).digest('hex').slice(0, 12));
}

export function cardFrame({ name, tagline, logo }: SiteSettings, origin: string): CardFrame {
  return { brand: name, tagline, host: new URL(origin).host, logo };
}
