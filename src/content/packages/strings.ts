import { bengaliDigits } from '#api/text.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';

export const packageStrings = {
  heading: 'প্যাকেজ ও খরচ',
  lead: 'ইনস্টলেশন খরচ একবার, চার্জ প্রতি মাসে।',
  number: 'ক্রম',
  package: 'প্যাকেজ',
  installation: 'ইনস্টলেশন খরচ',
  monthly: 'মাসিক চার্জ',
  upTo: (most: number) => `${grouped(most)} জন পর্যন্ত`,
  between: (least: number, most: number) => `${grouped(least)} থেকে ${grouped(most)} জন`,
  from: (least: number) => `${grouped(least)} জন বা বেশি`,
  extraCosts: 'এর বাইরে যা লাগে',
} as const;

export const priceLineWords = {
  leadToCalculator: 'প্রতিষ্ঠানের ধরন আর শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।',
  calculator: 'নিজের প্রতিষ্ঠানের হিসাব দেখুন',
  from: (money: string) => `মাসে ${money} থেকে`,
} as const;

export const calculatorWords = {
  heading: 'আপনার প্রতিষ্ঠানের খরচ হিসাব করুন',
  paper: 'খরচের হিসাব',
  firstYear: 'প্রথম বছর',
  laterYears: 'পরের প্রতি বছর',
  open: 'আলোচনা সাপেক্ষে',
  'too-many': (limit: number) => `${grouped(limit)} জন পর্যন্ত`,
  'too-few': (limit: number) => `${grouped(limit)} জন থেকে। কম হলে কথা বলে নিন।`,
} as const;

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

export function anchorOf({ id }: { id: number }): string {
  return `packages-${id}`;
}
