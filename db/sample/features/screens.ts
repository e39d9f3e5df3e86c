import type { SampleOfKinds } from '#content/kinds.server.ts';

/** The tour of the home page in its order; each picture is also shown on the page of its feature. */
export const screens: SampleOfKinds['features']['screens'] = [
  {
    feature: 'অভিভাবকের অ্যাপ',
    caption: 'অভিভাবক নিজের মোবাইলে দেখেন হাজিরা, ফি আর ফলাফল।',
    device: 'phone',
    picture: 'screen-guardian',
  },
  {
    feature: 'বেতন ও ফি আদায়',
    caption: 'টাকা নেওয়ার সঙ্গে সঙ্গে রসিদ তৈরি, বকেয়ার হিসাবও মেলে।',
    device: 'desk',
    picture: 'screen-receipt',
  },
  {
    feature: 'পরীক্ষা ও ফলাফল',
    caption: 'নম্বর তুললেই গ্রেডসহ নম্বরপত্র ছাপার জন্য তৈরি।',
    device: 'desk',
    picture: 'screen-result',
  },
  {
    feature: 'নোটিশ ও এসএমএস',
    caption: 'নোটিশ লিখুন, কার কাছে যাবে বেছে নিন, খরচ আগেই দেখুন।',
    device: 'phone',
    picture: 'screen-notice',
  },
  {
    feature: 'হাজিরা ও উপস্থিতি',
    caption: 'যে আসেনি শুধু তার নামে চাপ দিন। এক মিনিটে হাজিরা শেষ।',
    device: 'phone',
    picture: 'screen-attendance',
  },
  {
    feature: 'ক্লাস রুটিন',
    caption: 'একই সময়ে এক শিক্ষকের দুই ক্লাস পড়লে রুটিন নিজেই জানায়।',
    device: 'desk',
    picture: 'screen-routine',
  },
  {
    feature: 'ভর্তি ব্যবস্থাপনা',
    caption: 'ঘরে বসে ভর্তির আবেদন, ছবি আর ফি একসঙ্গে।',
    device: 'phone',
    picture: 'screen-admission',
  },
  {
    feature: 'হিসাবরক্ষণ',
    caption: 'দিনের আয়, ব্যয় আর হাতে থাকা টাকা এক পাতায়।',
    device: 'desk',
    picture: 'screen-accounts',
  },
  {
    feature: 'লাইব্রেরি',
    caption: 'বইয়ের বারকোডে মোবাইল ধরুন, রোল লিখুন, বই ইস্যু শেষ।',
    device: 'phone',
    picture: 'screen-library',
  },
  {
    feature: 'শিক্ষক ও বেতন',
    caption: 'হাজিরা আর ছুটি মিলিয়ে মাসের বেতনের পাতা নিজে থেকেই তৈরি।',
    device: 'desk',
    picture: 'screen-salary',
  },
  {
    feature: 'সনদ ও পরিচয়পত্র',
    caption: 'নাম লিখলেই প্রশংসাপত্র তৈরি, যাচাইয়ের কিউআর কোডসহ।',
    device: 'desk',
    picture: 'screen-certificate',
  },
  {
    feature: 'প্রতিষ্ঠানের ওয়েবসাইট',
    caption: 'নোটিশ, ফলাফল আর ভর্তির ফরমসহ প্রতিষ্ঠানের নিজের বাংলা ওয়েবসাইট।',
    device: 'desk',
    picture: 'screen-website',
  },
];
