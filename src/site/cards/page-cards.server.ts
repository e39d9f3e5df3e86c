import { createHash } from 'node:crypto';
import type { Picture } from '#api/picture.ts';
import { firstParagraph } from '#cms/search/fold.server.ts';
import type { About } from '#content/about/kind.server.ts';
import { aboutStrings } from '#content/about/section.tsx';
import { clientStrings } from '#content/clients/client-cell.tsx';
import type { ClientWithStory } from '#content/clients/kind.server.ts';
import { figureInWords, figuresOf } from '#content/clients/opening.ts';
import { describeFeature, type FeatureDetails } from '#content/features/data.server.ts';
import { featureStrings } from '#content/features/section.tsx';
import type { NewsTeaser } from '#content/news/kind.server.ts';
import { newsStrings } from '#content/news/news-card.tsx';
import { type Quote, quoteInWords } from '#content/packages/quote.ts';
import { calculatorWords } from '#content/packages/strings.ts';
import type { WrittenPage } from '#content/pages/kind.server.ts';
import type { PageName, SiteSettings } from '#content/settings/schema.ts';
import { discovery } from '#paths.ts';
import { bengaliDate } from '#ui/site/bengali.ts';

/** `name` is the first part of the card's address. */
export interface NamedCard {
  name: string;
  card: PageCard;
}

export const pagesWithCard = ['home', 'about', 'features', 'packages', 'clients', 'news', 'downloads'] as const;

/** Card of a page without a record; its title omits the vendor's name, which is in the frame. */
export function cardOfPage(page: (typeof pagesWithCard)[number], vendor: SiteSettings): NamedCard {
  if (page === 'home') return { name: page, card: { title: oneLine(vendor.hero.title), lead: vendor.hero.lead } };
  const { title, description } = vendor.pages[page satisfies PageName];
  return { name: page, card: { title: title.replace(` | ${vendor.name}`, ''), lead: description } };
}

export function cardOfNews({ id, title, date, picture }: NewsTeaser): NamedCard {
  const kicker = `${newsStrings.heading} · ${bengaliDate(date)}`;
  return { name: `news-${id}`, card: { title, kicker, ...placed(picture, 'beside') } };
}

export function cardOfAbout({ id, title, short_description, picture }: About): NamedCard {
  return {
    name: `about-${id}`,
    card: { title, kicker: aboutStrings.label, lead: short_description, ...placed(picture, 'beside') },
  };
}

export function cardOfFeature(feature: FeatureDetails): NamedCard {
  const { id, title, picture } = feature;
  return {
    name: `features-${id}`,
    card: { title, kicker: featureStrings.heading, lead: describeFeature(feature), ...placed(picture, 'niche') },
  };
}

export function cardOfClient(client: ClientWithStory): NamedCard {
  const { id, title, kind, district, picture } = client;
  const [figure] = figuresOf(client);
  const lead = figure ? figureInWords(figure) : firstParagraph(client.story);
  const kicker = ['গ্রাহকের গল্প', kind, district].filter(Boolean).join(' · ');
  return {
    name: `clients-${id}`,
    card: { title: title || clientStrings.nameless, kicker, lead, ...placed(picture, 'niche') },
  };
}

function placed(picture: Picture | null, place: 'beside' | 'niche') {
  return picture && { picture: { picture, place } };
}

/** Of privacy and terms. */
export function cardOfWritten({ id, title, content }: WrittenPage): NamedCard {
  return { name: `pages-${id}`, card: { title, lead: firstParagraph(content) } };
}

export function cardOfQuote(quote: Quote): NamedCard {
  const { item, students, sms } = quote;
  const { title, years } = quoteInWords(quote);
  const name = ['packages', item.id, students, ...(sms ? [sms.count] : [])].join('-');
  return { name, card: { title: title.replace('৳ ', '৳\u00a0'), kicker: calculatorWords.paper, lead: years } };
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Content of a social card (Open Graph image). */
export interface PageCard {
  title: string;
  /** A line above the title: the section or a date. */
  kicker?: string;
  lead?: string;
  picture?: { picture: Picture; place: 'beside' | 'niche' };
}

/** Vendor data, the same on every card. */
export interface CardFrame {
  brand: string;
  tagline: string;
  /** Host of the site for display. */
  host: string;
  logo: Picture | null;
}

/** Pixels, as social networks recommend. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Version of the drawing: a new one changes the address of every card. */
const drawingVersion = 3;

/** The address contains a hash of the card's content, so its image never changes. */
export function cardPath({ name, card }: NamedCard, frame: CardFrame): string {
  const content = JSON.stringify([drawingVersion, card, frame]);
  return discovery.card(name, createHash('sha256').update(content).digest('hex').slice(0, 12));
}

export function cardFrame({ name, tagline, logo }: SiteSettings, origin: string): CardFrame {
  return { brand: name, tagline, host: new URL(origin).host, logo };
}
