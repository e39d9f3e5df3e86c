import { amount } from '#api/fields/amounts.ts';
import { line } from '#api/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';

/** The count is text or a number, shown as stored. */
export const statisticShapes = picturedShapes({ statistics_title: line('title'), statistics_count: amount('count') });

export type Statistic = PicturedShown<typeof statisticShapes>;
