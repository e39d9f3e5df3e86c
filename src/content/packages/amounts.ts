import { bengaliDigits, bengaliMoney } from '#ui/site/bengali.ts';

/** Whole taka; small sums to the paisa, where they have any. */
export function money(taka: number): string {
  if (taka > 0 && taka < 1) return `${bengaliDigits(Number((taka * 100).toFixed(1)))} পয়সা`;
  const isSmall = taka < 10 && !Number.isInteger(taka);
  return bengaliMoney(isSmall ? taka.toFixed(1) : String(Math.round(taka)));
}

/** A count in Bengali digits, grouped. */
export function grouped(count: number): string {
  return bengaliMoney(String(count)).replace('৳ ', '');
}
