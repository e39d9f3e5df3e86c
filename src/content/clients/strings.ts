import { bengaliDigits } from '#api/text.ts';

export const clientStrings = {
  heading: 'সম্মানিত গ্রাহক তালিকা',
  /** The heading of the specification, for readers of English. */
  headingInEnglish: 'list of honoured customers',
  agreed: 'যাঁরা নাম প্রকাশে সম্মতি দিয়েছেন, তালিকাটি শুধু তাঁদের।',
  all: 'সব গ্রাহক দেখুন',
  nameless: 'গ্রাহক প্রতিষ্ঠান',
  story: 'গল্প পড়ুন',
  storyOf: 'গ্রাহকের গল্প',
  district: (name: string) => `${name} জেলা`,
  find: 'কাছের ও একই ধরনের প্রতিষ্ঠান খুঁজুন',
  kind: 'প্রতিষ্ঠানের ধরন',
  anyKind: 'সব ধরন',
  inDistrict: 'জেলা',
  anyDistrict: 'সব জেলা',
  division: (name: string) => `${name} বিভাগ`,
  with: (name: string, count: number) => `${name} (${bengaliDigits(count)})`,
  submit: 'দেখুন',
  whole: 'সবাইকে দেখুন',
  count: (count: number) => `${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  near: (count: number) => `আপনার জেলায় ${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  ofKind: (count: number) => `, এই ধরনের ${bengaliDigits(count)}টি`,
  nobodyYet: 'তালিকায় এখনো কেউ নেই',
  nobodyNear: 'তালিকায় আপনার জেলার কোনো প্রতিষ্ঠান এখনো নেই। নিজের প্রতিষ্ঠানে চালিয়ে দেখতে চাইলে জানান।',
  nobody: 'আপনার জেলার এই ধরনের কোনো প্রতিষ্ঠান তালিকায় এখনো নেই। নিজের প্রতিষ্ঠানে চালিয়ে দেখতে চাইলে জানান।',
  ask: 'ডেমো চাই',
} as const;
