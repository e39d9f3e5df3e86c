import { bengaliDigits, bengaliOrdinal } from '#ui/site/bengali.ts';

export const words = {
  heading: 'খুঁজুন',
  lead: 'খবর, ফিচার আর ডাউনলোডে খোঁজা হয়। বানান হুবহু না মিললেও চলে।',
  label: 'কী খুঁজছেন?',
  submit: 'খুঁজুন',
  nothing: (query: string) => `‘${query}’ লিখে কিছু পাওয়া যায়নি। অন্যভাবে লিখে বা শব্দ কমিয়ে দেখুন।`,
  count: (total: number, more: boolean) =>
    more ? `${bengaliDigits(total)}টির বেশি লেখা পাওয়া গেছে` : `${bengaliDigits(total)}টি লেখা পাওয়া গেছে`,
  page: (page: number, last: number) => `${bengaliDigits(last)} পাতার ${bengaliOrdinal(page)}`,
  earlier: 'আগের ফল',
  later: 'পরের ফল',
  pages: 'ফলের পাতা',
  all: 'সব ফল দেখুন',
  results: 'ফলাফল',
  failed: 'এখন খোঁজা গেল না। একটু পরে আবার চেষ্টা করুন।',
} as const;
