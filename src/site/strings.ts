import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import { bengaliOrdinal } from '#ui/site/bengali.ts';

/** Strings of the page frame, and of pages without content of their own. */
export const siteStrings = {
  firstPage: 'হোম',
  homeOf: (vendor: string) => `${vendor}, মূল পাতা`,
  skip: 'মূল অংশে যান',
  navigation: 'প্রধান মেনু',
  menu: 'মেনু',
  openMenu: 'মেনু খুলুন',
  closeMenu: 'মেনু বন্ধ করুন',
  evening: 'রাতের রং',
  search: 'খুঁজুন',
  searchSite: 'এই সাইটে খুঁজুন',
  login: 'লগইন',
  wantDemo: 'ডেমো চাই',
  askDemo: 'ডেমোর জন্য যোগাযোগ করুন',
  closeForm: 'ফরম বন্ধ করুন',
  asked: 'অনুরোধ জমা হয়েছে',
} as const;

export const heroWords = {
  /** Institutions and districts in the lines of the statistics: '৪৮০+ প্রতিষ্ঠান', '৪১ জেলায় কাজ'. */
  counts: [/^[০-৯,]+\+? প্রতিষ্ঠান(?!ে)/m, /^[০-৯,]+\+? জেলা/m],
  /** Replaces the default hint where no link is mailed. */
  called: 'চারটি তথ্য দিন। আমাদের একজন ফোন করে ডেমো দেখাবেন।',
  plan: 'প্রাঙ্গণের ঘরগুলো',
  gate: 'প্রধান ফটক',
} as const;

export const sceneWords = {
  /** On the screens after the first. */
  hints: ['অভিভাবকের ফোনে এভাবেই বার্তা যায়।', 'টাকা নিলেই এই রসিদ তৈরি হয়ে যায়।', 'নম্বর তুললেই গ্রেড ও জিপিএ তৈরি।'],
  steps: ['হাজিরা নিন, এসএমএস পাঠান', 'বেতনের রসিদ দিন', 'ফলাফলের কার্ড দিন'],
  roll: 'কে আসেনি?',
  attendance: 'হাজিরা',
  present: 'জন উপস্থিত',
  absent: 'জন অনুপস্থিত',
  away: 'আসেনি',
  send: 'জমা দিন ও এসএমএস পাঠান',
  guardian: 'অভিভাবকের ফোন',
  now: 'এইমাত্র',
  told: 'জন অভিভাবক এসএমএস পেলেন',
  nobody: 'সবাই উপস্থিত। কাউকে এসএমএস পাঠাতে হয়নি।',
  toReceipt: 'বেতনের রসিদ দেখুন',
  receipt: 'বেতনের রসিদ',
  total: 'মোট',
  paid: 'পরিশোধিত',
  toResult: 'ফলাফল দেখুন',
  result: 'নম্বরপত্র',
  subject: 'বিষয়',
  mark: 'নম্বর',
  grade: 'গ্রেড',
  average: 'জিপিএ',
  again: 'আবার শুরু',
  demo: 'ডেমো চাই',
} as const;

export const homeWords = {
  doors: 'আপনার প্রতিষ্ঠান কোনটি?',
  unread: 'এই অংশটুকু আনা গেল না।',
  unreadLine: 'সমস্যাটি আমাদের দিকের। একটু পরে আবার চেষ্টা করুন।',
} as const;

export const footerWords = {
  invitation: 'নিজের প্রতিষ্ঠানের জন্য ডেমো চাই',
  pages: 'পাতা',
  help: 'সহায়তা',
  contact: 'যোগাযোগ',
  clients: 'গ্রাহক তালিকা',
  faq: 'সাধারণ জিজ্ঞাসা',
  social: 'সামাজিক মাধ্যমে আমরা',
  privacy: 'গোপনীয়তার নীতি',
  terms: 'ব্যবহারের শর্ত',
  navigation: 'পাতার নিচের মেনু',
} as const;

export const offlineWords = {
  heading: 'ইন্টারনেট সংযোগ নেই',
  line: 'সংযোগ ফিরে এলে আবার চেষ্টা করুন। আগে পড়া পাতাগুলো এখনো এখানে পড়া যাবে।',
  retry: 'আবার চেষ্টা',
  kept: 'আগে পড়া পাতা',
  copy: 'ইন্টারনেট সংযোগ নেই। এটি আগে পড়া পাতার কপি।',
} as const;

export const pageWords = {
  newsHeading: 'সব খবর ও ঘোষণা',
  newsPage: (number: number, last: number) => `${bengaliDigits(last)} পাতার ${bengaliOrdinal(number)}`,
  newer: 'আরও নতুন খবর',
  older: 'আরও পুরোনো খবর',
  newsPages: 'খবরের পাতা',
  notFound: 'পথ হারিয়ে গেছে',
  notFoundLine: 'এই পাতাটি খুঁজে পাওয়া গেল না। ঠিকানাটি দেখে নিন, নয়তো মূল পাতায় ফিরুন।',
  home: 'মূল পাতায় ফিরুন',
  broken: 'কিছু একটা ঠিকমতো চলছে না',
  retry: 'আবার চেষ্টা',
  brokenLine: 'সমস্যাটি আমাদের দিকের। একটু পরে আবার চেষ্টা করুন।',
} as const;

export const privacyWords = {
  responsible: 'তথ্যের দায়িত্বে',
  keeping: 'ডেমোর অনুরোধ কত দিন থাকে',
  erased: {
    won: (months: string) => `চুক্তি হলে: চুক্তির ${months} মাস পরে মুছে দেওয়া হয়।`,
    lost: (months: string) => `চুক্তি না হলে: কথাবার্তা শেষ হওয়ার ${months} মাস পরে মুছে দেওয়া হয়।`,
    spam: (months: string) => `ভুয়া অনুরোধ: আসার ${months} মাস পরে মুছে দেওয়া হয়।`,
  },
  unlisted: 'বাকি অনুরোধ: আপনি মুছতে না বলা পর্যন্ত।',
  untilAsked: 'আপনি মুছতে না বলা পর্যন্ত।',
  from: (day: string) => `এই নিয়ম ${day} থেকে।`,
  thirdParties: 'আর কে জানতে পারে',
  youtube: 'ইউটিউব (গুগল): কোনো ভিডিও চালু করলে। তার আগে কিছুই যায় না, ভিডিওর ছবিও আমাদের সার্ভার থেকে আসে।',
  meta: 'হোয়াটসঅ্যাপ, মেসেঞ্জার বা ফেসবুক (মেটা): সেই বোতামে চাপ দিলে।',
  mail: 'মেইল সেবা: আপনাকে ও আমাদের যে ইমেইল যায়, তা একটি মেইল সার্ভার হয়ে যায়।',
  files: 'ক্লাউড স্টোরেজ: এই সাইটের ছবি ও ফাইল সেখানে রাখা হয়।',
} as const;

export const demoWords = {
  heading: 'নিজের প্রতিষ্ঠানের জন্য ডেমো চাই',
  lead: 'কেনার আগে হাতে-কলমে দেখে নিন, আপনার কাজগুলো এতে কীভাবে হয়।',
  steps: [
    { title: 'চারটি তথ্য লিখে পাঠান', line: 'নাম, প্রতিষ্ঠান, মোবাইল নম্বর ও ইমেইল; এর বেশি কিছু লাগবে না।' },
    { title: 'ইমেইল দেখুন', line: 'ডেমো লিংক ও পাসওয়ার্ড সেখানেই যাবে।' },
    { title: 'মোবাইল বা কম্পিউটারে খুলুন', line: 'ভর্তি থেকে ফলাফল, যা দেখতে চান চালিয়ে দেখুন।' },
  ],
  /** Replaces the second step where no link is mailed. */
  callStep: { title: 'ফোন ধরুন', line: 'আমাদের একজন ফোন করে ডেমো দেখার ব্যবস্থা করে দেবেন।' },
  call: 'লিখতে না চাইলে কথা বলুন',
} as const;

export const failedToLoad = [
  {
    below: `${pages.features}/details/`,
    bengali: 'ফিচারের বিবরণ আনা গেল না',
    english: 'Failed to load feature details',
  },
  { below: `${pages.about}/details/`, bengali: 'পরিচিতির বিবরণ আনা গেল না', english: 'Failed to load about details' },
  { below: `${pages.news}/details/`, bengali: 'খবরের বিবরণ আনা গেল না', english: 'Failed to load news details' },
  { below: pages.downloads, bengali: 'ডাউনলোডের তালিকা আনা গেল না', english: 'Failed to load downloads' },
] as const;
