import { bengaliMoney } from '#ui/site/bengali.ts';

export const words = {
  heading: 'প্যাকেজ ও খরচ',
  lead: 'লুকানো খরচ নেই। খাতায় যা লেখা, সেটুকুই।',
  faq: 'সাধারণ জিজ্ঞাসা',
  number: 'ক্রম',
  package: 'প্যাকেজ',
  installation: 'ইনস্টলেশন খরচ',
  monthly: 'মাসিক চার্জ',
} as const;

export const calculatorWords = {
  heading: 'আপনার প্রতিষ্ঠানের খরচ হিসাব করুন',
  lead: 'শিক্ষার্থীর সংখ্যা লিখুন। প্রথম বছর আর পরের প্রতি বছরের খরচ দেখুন।',
  students: 'শিক্ষার্থীর সংখ্যা',
  example: 'যেমন ৩৫০',
  submit: 'খরচ দেখুন',
  wrong: '১ থেকে ১,০০,০০০ পর্যন্ত একটি সংখ্যা লিখুন, যেমন ৩৫০।',
  rule: 'প্রথম বছর: ইনস্টলেশন খরচ ও ১২ মাসের চার্জ। পরের প্রতি বছর: ১২ মাসের চার্জ।',
  link: 'এই হিসাবের লিংক',
  forStudents: (students: number) => `${grouped(students)} জন শিক্ষার্থীর খরচ নিচে দেখানো হলো।`,
  package: 'প্যাকেজ',
  firstYear: 'প্রথম বছর',
  laterYears: 'পরের প্রতি বছর',
  perStudent: (taka: string) => `জনপ্রতি মাসে ${taka}`,
  demo: 'ডেমো চাই',
  open: 'আলোচনা সাপেক্ষে',
  'too-many': (limit: number) => `${grouped(limit)} জন পর্যন্ত`,
  'too-few': (limit: number) => `${grouped(limit)} জন বা তার বেশি হলে`,
} as const;

function grouped(count: number): string {
  return bengaliMoney(String(count)).replace('৳ ', '');
}
