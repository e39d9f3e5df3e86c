import { bengaliMoney } from '#ui/site/bengali.ts';

/** Whole taka; small sums to the paisa, where they have any. */
export function money(taka: number): string {
  const isSmall = taka < 10 && !Number.isInteger(taka);
  return bengaliMoney(isSmall ? taka.toFixed(taka < 1 ? 2 : 1) : String(Math.round(taka)));
}

/** A count in Bengali digits, grouped. */
export function grouped(count: number): string {
  return bengaliMoney(String(count)).replace('৳ ', '');
}
