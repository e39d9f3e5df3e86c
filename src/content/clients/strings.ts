import { bengaliDigits } from '#api/text.ts';

export const clientStrings = {
  heading: 'সম্মানিত গ্রাহক তালিকা',
  /** The heading of the specification, for readers of English. */
  headingInEnglish: 'list of honoured customers',
  nameless: 'গ্রাহক প্রতিষ্ঠান',
  district: (name: string) => `${name} জেলা`,
  with: (name: string, count: number) => `${name} (${bengaliDigits(count)})`,
  count: (count: number) => `${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  near: (count: number) => `আপনার জেলায় ${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  ofKind: (count: number) => `, এই ধরনের ${bengaliDigits(count)}টি`,
} as const;
