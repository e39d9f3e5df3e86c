import { bengaliDigits } from '#api/text.ts';
import { bengaliOrdinal } from '#ui/site/bengali.ts';

export const searchStrings = {
  heading: 'খুঁজুন',
  lead: 'পুরো সাইটে খোঁজা হয়, বাংলা বা ইংরেজি হরফে। বানান হুবহু না মিললেও চলে।',
  label: 'কী খুঁজছেন?',
  submit: 'খুঁজুন',
  nothing: (query: string) => `‘${query}’ লিখে কিছু পাওয়া যায়নি`,
  nothingHelp: 'একটি-দুটি শব্দে লিখে দেখুন, যেমন হাজিরা বা বেতন। বাংলা বা ইংরেজি হরফ, দুটিতেই চলে।',
  count: (total: number, more: boolean) =>
    more ? `${bengaliDigits(total)}টির বেশি লেখা পাওয়া গেছে` : `${bengaliDigits(total)}টি লেখা পাওয়া গেছে`,
  page: (page: number, last: number) => `${bengaliDigits(last)} পাতার ${bengaliOrdinal(page)}`,
  cost: 'খরচ',
  earlier: 'আগের পাতা',
  later: 'পরের পাতা',
  pages: 'খোঁজার পাতা',
  all: 'সবগুলো দেখুন',
  results: 'ফলাফল',
  popular: 'যেমন খুঁজে দেখতে পারেন',
  examples: ['দাম কত', 'এসএমএস খরচ', 'মোবাইলে হাজিরা', 'ইন্টারনেট ছাড়া', 'হিফজ', 'বিকাশে ফি', 'প্রশিক্ষণ', 'এক্সেলের তথ্য'],
  call: 'খুঁজে না পেলে ফোন করুন, আমরা বলে দেব:',
  failed: 'এখন খোঁজা গেল না। একটু পরে আবার চেষ্টা করুন।',
} as const;
