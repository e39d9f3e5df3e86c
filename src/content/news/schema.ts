import * as z from 'zod/mini';
import { type Picture, pictureFromWire, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pageOnWire, pictureOnWire } from '#wire/records.ts';

/** A piece of institutional news, as a card shows it. `date` is a calendar day, `YYYY-MM-DD`. */
export interface NewsTeaser {
  id: number;
  date: string;
  shortTitle: string;
  title: string;
  description: string;
  picture: Picture | null;
}

/** The same with its article, as sanitised HTML. */
export interface News extends NewsTeaser {
  content: string;
}

/** The same as visitors find it: with the moment of its last change, ISO 8601 in UTC. */
export interface PublishedNews extends News {
  updatedAt: string;
}

/** The same as the back office edits it. */
export type NewsRecord = News & Listed;

/** How much of a text a news card shows, in characters as a reader counts them (graphemes). */
export const newsCardLimits = { shortTitle: 68, title: 40, description: 168 } as const;

export const newsPageSize = 6;

export const newsTeaserOnWire = z.object({
  id: idOnWire,
  ...pictureOnWire,
  date: z.string(),
  short_title: z.string(),
  title: z.string(),
  description: z.string(),
});

export const newsOnWire = z.extend(newsTeaserOnWire, { content: z.string() });

export const newsPageOnWire = pageOnWire(newsTeaserOnWire);

export const newsRecordOnWire = z.extend(newsOnWire, listedOnWire);

export function newsTeaserToWire(news: NewsTeaser): z.infer<typeof newsTeaserOnWire> {
  return {
    id: news.id,
    ...pictureToWire(news.picture),
    date: news.date,
    short_title: news.shortTitle,
    title: news.title,
    description: news.description,
  };
}

export function newsToWire(news: News): z.infer<typeof newsOnWire> {
  return { ...newsTeaserToWire(news), content: news.content };
}

export function newsRecordToWire(news: NewsRecord): z.infer<typeof newsRecordOnWire> {
  return { ...newsToWire(news), ...listedToWire(news) };
}

export function newsTeaserFromWire(wire: z.infer<typeof newsTeaserOnWire>): NewsTeaser {
  return {
    id: wire.id,
    date: wire.date,
    shortTitle: wire.short_title,
    title: wire.title,
    description: wire.description,
    picture: pictureFromWire(wire),
  };
}
