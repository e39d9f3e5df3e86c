import { bengaliDigits } from '#api/text.ts';
import { bengaliMoney } from '#ui/site/bengali.ts';

export const packageStrings = {
  heading: 'প্যাকেজ ও খরচ',
  lead: 'ইনস্টলেশন খরচ একবার, চার্জ প্রতি মাসে।',
  faq: 'সাধারণ জিজ্ঞাসা',
  number: 'ক্রম',
  package: 'প্যাকেজ',
  installation: 'ইনস্টলেশন খরচ',
  monthly: 'মাসিক চার্জ',
  kinds: 'কোন ধরনের প্রতিষ্ঠান',
  line: 'কী মিলিয়ে দেখছেন',
  audience: 'কাদের জন্য',
  students: 'শিক্ষার্থী',
  upTo: (most: number) => `${grouped(most)} জন পর্যন্ত`,
  between: (least: number, most: number) => `${grouped(least)} থেকে ${grouped(most)}`,
  from: (least: number) => `${grouped(least)} বা বেশি`,
  anyNumber: 'যত জনই হোক',
  recommended: 'আমাদের পরামর্শ',
  has: 'আছে',
  lacks: 'নেই',
  extraCosts: 'এর বাইরে যা লাগে',
} as const;

export const priceLineWords = {
  heading: 'খরচ কত পড়বে',
  lead: 'কোন প্রতিষ্ঠানে মাসে কত থেকে শুরু। শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।',
  leadOfFeature: 'সবচেয়ে কম খরচে যে প্যাকেজে এই ফিচার আছে। শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।',
  leadToCalculator: 'প্রতিষ্ঠানের ধরন আর শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।',
  calculator: 'নিজের প্রতিষ্ঠানের হিসাব দেখুন',
  from: (money: string) => `মাসে ${money} থেকে`,
  inPackage: (name: string) => `${name} প্যাকেজে, `,
} as const;

export const calculatorWords = {
  heading: 'আপনার প্রতিষ্ঠানের খরচ হিসাব করুন',
  lead: 'প্রতিষ্ঠানের ধরন আর শিক্ষার্থীর সংখ্যা দিন। মানানসই প্যাকেজ আর তার পুরো খরচ দেখুন।',
  kind: 'প্রতিষ্ঠানের ধরন',
  students: 'শিক্ষার্থীর সংখ্যা',
  example: 'যেমন ৩৫০',
  sms: 'মাসে কত এসএমএস (না জানলে খালি রাখুন)',
  smsExample: 'যেমন ১,০০০',
  submit: 'খরচ দেখুন',
  change: 'বদলান',
  people: (students: number) => `${grouped(students)} জন`,
  smsCount: (count: number) => `মাসে ${grouped(count)}টি এসএমএস`,
  wrong: (example: string) => `১ থেকে ১,০০,০০০ পর্যন্ত একটি সংখ্যা লিখুন, ${example}।`,
  rule: 'প্রথম বছর: ইনস্টলেশন খরচ ও ১২ মাসের চার্জ। পরের প্রতি বছর: ১২ মাসের চার্জ।',
  suits: 'আপনার জন্য',
  forSize: (students: number) => `${grouped(students)} জন শিক্ষার্থী`,
  month: 'প্রতি মাসে',
  student: 'জনপ্রতি মাসে',
  how: (once: string, month: string) =>
    `প্রথম বছর: ইনস্টলেশন ${once} আর ১২ মাসের চার্জ, মাসে ${month}। পরের বছরগুলোতে শুধু মাসিক খরচ।`,
  howSms: (count: string, price: string, cost: string) =>
    `সব অঙ্কে মাসে ${count}টি এসএমএসের দামও আছে: প্রতিটি ${price}, মাসে ${cost}।`,
  included: 'এতে যা আছে',
  demoOf: 'এই প্যাকেজের ডেমো চাই',
  print: 'কমিটির জন্য ছাপান',
  paper: 'খরচের হিসাব',
  valid: (day: string, last: string) => `তারিখ: ${day}। এই দাম ${last} পর্যন্ত থাকবে।`,
  code: 'হিসাবটি ফোনে খুলতে পাশের কোডটি ক্যামেরা দিয়ে স্ক্যান করুন।',
  codeLabel: 'এই হিসাবের কিউআর কোড',
  others: 'এই ধরনের সব প্যাকেজের খরচ',
  package: 'প্যাকেজ',
  firstYear: 'প্রথম বছর',
  laterYears: 'পরের প্রতি বছর',
  perStudent: (taka: string) => `জনপ্রতি মাসে ${taka}`,
  demo: 'ডেমো চাই',
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
