import * as z from 'zod/mini';
import { dateField } from '#api/fields/dates.ts';
import { line, paragraph, richTextField } from '#api/fields/texts.ts';
import { pageSchema } from '#api/records.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';
import { pendingShape } from '#api/versions.ts';

/** The date is a calendar day, `YYYY-MM-DD`; the content is sanitised HTML. */
export const newsShapes = picturedShapes(
  {
    date: dateField,
    short_title: line('short title'),
    title: line('title'),
    description: paragraph('description'),
    content: richTextField,
  },
  { rich: 'content', unsearched: ['date'] },
);

export const newsRecordSchema = z.extend(newsShapes.recordSchema, pendingShape);

export type News = PicturedShown<typeof newsShapes>;

/** `updated_at` is ISO 8601 in UTC. */
export type PublishedNews = News & { updated_at: string };

export type NewsTeaser = Omit<News, 'content'>;

export interface NewsAround {
  newer: NewsTeaser | null;
  older: NewsTeaser | null;
  /** Most similar first. */
  related: NewsTeaser[];
}

export const newsPageSchema = pageSchema(z.omit(newsShapes.onWire, { content: true }));
