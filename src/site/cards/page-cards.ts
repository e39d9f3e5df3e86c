import type { About } from '#content/about/schema.ts';
import { words as aboutWords } from '#content/about/words.ts';
import type { Feature } from '#content/features/schema.ts';
import { words as featureWords } from '#content/features/words.ts';
import type { NewsTeaser } from '#content/news/schema.ts';
import { words as newsWords } from '#content/news/words.ts';
import type { PageName, SiteSettings } from '#site-settings/schema.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import type { Card } from './card.ts';

/** A card with the name under which it is asked for. */
export interface NamedCard {
  name: string;
  card: Card;
}

/** Pages of their own that have a card. */
export const pagesWithCard = ['home', 'about', 'features', 'packages', 'clients', 'news', 'downloads'] as const;

/** The card of a page that is no record's: its title without the vendor's name, which stands above. */
export function cardOfPage(page: (typeof pagesWithCard)[number], vendor: SiteSettings): NamedCard {
  if (page === 'home') return { name: page, card: { title: oneLine(vendor.hero.title), lead: vendor.hero.lead } };
  const { title, description } = vendor.pages[page satisfies PageName];
  return { name: page, card: { title: title.replace(` | ${vendor.name}`, ''), lead: description } };
}

export function cardOfNews({ id, title, date, picture }: NewsTeaser): NamedCard {
  const kicker = `${newsWords.heading} · ${bengaliDate(date)}`;
  return { name: `news-${id}`, card: { title, kicker, ...(picture && { picture: { picture, place: 'beside' } }) } };
}

export function cardOfAbout({ id, title, short_description, picture }: About): NamedCard {
  const beside = picture && { picture: { picture, place: 'beside' as const } };
  return { name: `about-${id}`, card: { title, kicker: aboutWords.label, lead: short_description, ...beside } };
}

export function cardOfFeature({ id, title, picture }: Feature): NamedCard {
  const niche = picture && { picture: { picture, place: 'niche' as const } };
  return { name: `features-${id}`, card: { title, kicker: featureWords.heading, ...niche } };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
