import type { SampleOfKinds } from '#content/kinds.server.ts';
import { accounts, certificate, staff } from './accounts-staff.ts';
import { admission } from './admission.ts';
import { attendance } from './attendance.ts';
import { fees, results } from './fees-results.ts';
import { library, notice, routine } from './routine-notice-library.ts';
import { app, website } from './website-app.ts';

export const featureCategories: SampleOfKinds['features']['categories'] = [
  { category_name: 'আবেদন ও ভর্তি', subCategories: ['অনলাইন আবেদন', 'লটারি ও মেধাতালিকা', 'শাখা ও রোল'] },
  { category_name: 'শিক্ষার্থীর হাজিরা', subCategories: ['দৈনিক হাজিরা', 'বিষয়ভিত্তিক', 'যন্ত্রে হাজিরা', 'ছুটির দিন'] },
  { category_name: 'শিক্ষক ও কর্মচারী', subCategories: ['শিক্ষকের উপস্থিতি'] },
  { category_name: 'ছুটি ব্যবস্থাপনা', subCategories: ['ছুটির আবেদন', 'ছুটির হিসাব'] },
  { category_name: 'অভিভাবক বার্তা', subCategories: ['অনুপস্থিতির বার্তা'] },
  { category_name: 'ফি ও রসিদ', subCategories: ['ফি নির্ধারণ', 'আদায় ও রসিদ', 'বকেয়া'] },
  { category_name: 'পরীক্ষা', subCategories: ['নম্বর তোলা', 'ফলাফল প্রকাশ', 'প্রবেশপত্র ও আসন', 'হিফজ ও নাজেরা'] },
  { category_name: 'রুটিন সাজানো', subCategories: ['ক্লাস রুটিন', 'শিক্ষক বদল'] },
  { category_name: 'নোটিশ', subCategories: ['নোটিশ লেখা', 'এসএমএসের খরচ'] },
  { category_name: 'বই ও পাঠক', subCategories: ['বইয়ের তালিকা', 'ইস্যু ও ফেরত'] },
  { category_name: 'আয় ও ব্যয়', subCategories: ['দৈনিক হিসাব', 'ব্যাংক মেলানো'] },
  { category_name: 'চাকরি ও বেতন', subCategories: ['শিক্ষকের তথ্য', 'মাসিক বেতন'] },
  { category_name: 'সনদ ও পরিচয়পত্র', subCategories: ['প্রশংসাপত্র', 'পরিচয়পত্র'] },
  { category_name: 'প্রতিষ্ঠানের পাতা', subCategories: ['পাতা সাজানো', 'খবর ও ছবি'] },
  { category_name: 'ঘরে বসে', subCategories: ['প্রতিদিনের খবর', 'মোবাইলে ফি'] },
  { category_name: 'প্রতিবেদন', subCategories: ['মাসিক প্রতিবেদন'] },
];

export const features: SampleOfKinds['features']['features'] = [
  admission,
  attendance,
  fees,
  results,
  routine,
  notice,
  library,
  accounts,
  staff,
  certificate,
  website,
  app,
];
