import { bengaliDigits } from '#api/text.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';

/** Whole taka; sums below 10 with paisa. */
export function money(taka: number): string {
  if (taka > 0 && taka < 1) return `${bengaliDigits(Number((taka * 100).toFixed(1)))} পয়সা`;
  const isSmall = taka < 10 && !Number.isInteger(taka);
  return bengaliMoney(isSmall ? taka.toFixed(1) : String(Math.round(taka)));
}

/** A count in Bengali digits with digit grouping. */
export function grouped(count: number): string {
  return bengaliMoney(String(count)).replace('৳ ', '');
}
