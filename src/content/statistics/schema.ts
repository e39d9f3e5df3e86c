import { amount } from '#wire/fields/amounts.ts';
import { line } from '#wire/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#wire/shapes.ts';

/** The count is text or a number, shown as stored. */
export const statisticShapes = picturedShapes({ statistics_title: line('title'), statistics_count: amount('count') });

export type Statistic = PicturedShown<typeof statisticShapes>;
