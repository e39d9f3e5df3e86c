import { amount } from '#server/fields/amounts.server.ts';
import { line } from '#server/fields/texts.server.ts';
import { type PicturedShown, picturedShapes } from '#wire/shapes.ts';

/** A figure the vendor is proud of. The count is text or a number, shown as stored. */
export const statisticShapes = picturedShapes({ statistics_title: line('title'), statistics_count: amount('count') });

export type Statistic = PicturedShown<typeof statisticShapes>;
