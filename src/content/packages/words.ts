import { grouped } from './amounts.ts';

export const words = {
  heading: 'প্যাকেজ ও খরচ',
  lead: 'ইনস্টলেশন খরচ একবার, চার্জ প্রতি মাসে। এর বাইরে যা লাগে, সেটাও নিচে লেখা আছে।',
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
  onTop: 'এর বাইরে',
} as const;

export const priceLineWords = {
  heading: 'খরচ কত পড়বে',
  lead: 'প্রতিষ্ঠানের ধরন অনুযায়ী মাসিক চার্জ যেখান থেকে শুরু। শিক্ষার্থীর সংখ্যা লিখলে পুরো হিসাব দেখা যাবে।',
  calculator: 'নিজের প্রতিষ্ঠানের হিসাব দেখুন',
  from: (money: string) => `মাসে ${money} থেকে`,
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
  wrong: '১ থেকে ১,০০,০০০ পর্যন্ত একটি সংখ্যা লিখুন, যেমন ৩৫০।',
  rule: 'প্রথম বছর: ইনস্টলেশন খরচ ও ১২ মাসের চার্জ। পরের প্রতি বছর: ১২ মাসের চার্জ।',
  suits: 'আপনার জন্য',
  forSize: (students: number) => `${grouped(students)} জন শিক্ষার্থী`,
  month: 'প্রতি মাসে',
  student: 'জনপ্রতি মাসে',
  how: (once: string, month: string) =>
    `প্রথম বছর: ইনস্টলেশন ${once} আর ১২ মাসের চার্জ, মাসে ${month}। পরের বছরগুলোতে শুধু মাসিক খরচ।`,
  howSms: (count: string, price: string, cost: string) =>
    `এর মধ্যে মাসে ${count}টি এসএমএস, প্রতিটি ${price}, মোট ${cost}।`,
  included: 'এতে যা আছে',
  demoOf: 'এই প্যাকেজের ডেমো চাই',
  print: 'কমিটির জন্য ছাপান',
  others: 'এই ধরনের সব প্যাকেজের খরচ',
  package: 'প্যাকেজ',
  firstYear: 'প্রথম বছর',
  laterYears: 'পরের প্রতি বছর',
  perStudent: (taka: string) => `জনপ্রতি মাসে ${taka}`,
  demo: 'ডেমো চাই',
  open: 'আলোচনা সাপেক্ষে',
  'too-many': (limit: number) => `${grouped(limit)} জন পর্যন্ত`,
  'too-few': (limit: number) => `${grouped(limit)} জন বা তার বেশি হলে`,
} as const;
