import { cutText } from '#ui/site/bengali.ts';
import { words } from './words.ts';

/** Title, description and keywords of each public route, in one place. */
export interface PageText {
  title: string;
  description: string;
  keywords: string;
}

export const pageTexts = {
  home: {
    title: 'প্রাঙ্গণ: স্কুল, কলেজ ও মাদ্রাসার বাংলা ব্যবস্থাপনা সফটওয়্যার',
    description:
      'ভর্তি, হাজিরা, বেতন, পরীক্ষা আর নোটিশ: প্রতিষ্ঠানের সব খাতা একটি সহজ বাংলা সফটওয়্যারে, হাতের মোবাইলেই। খরচ দেখুন, ডেমো চেয়ে নিন।',
    keywords:
      'স্কুল ম্যানেজমেন্ট সফটওয়্যার, মাদ্রাসা সফটওয়্যার, হাজিরা, বেতন, ফলাফল, অনলাইন ভর্তি, school management software Bangladesh',
  },
  about: {
    title: 'পরিচিতি | প্রাঙ্গণ',
    description: 'প্রাঙ্গণ কারা বানায়, কেন বানায়, আর একটি প্রতিষ্ঠানের খাতা কীভাবে এক জায়গায় আসে।',
    keywords: 'প্রাঙ্গণ পরিচিতি, প্রতিষ্ঠান ব্যবস্থাপনা সফটওয়্যার',
  },
  features: {
    title: 'ফিচার: হাজিরা, বেতন, ফলাফল, রুটিন, নোটিশ | প্রাঙ্গণ',
    description: 'ভর্তি থেকে ফলাফল পর্যন্ত প্রতিষ্ঠানের প্রতিটি কাজের জন্য প্রাঙ্গণে কী কী আছে, এক পাতায় দেখুন।',
    keywords: 'হাজিরা সফটওয়্যার, বেতন আদায়, ফলাফল তৈরি, ক্লাস রুটিন, অভিভাবক এসএমএস, অনলাইন ভর্তি',
  },
  packages: {
    title: 'প্যাকেজ ও খরচ | প্রাঙ্গণ',
    description: 'স্কুল, কলেজ ও মাদ্রাসার জন্য প্রাঙ্গণের প্যাকেজ: ইনস্টলেশন খরচ আর মাসিক চার্জ, খাতায় যা লেখা সেটুকুই।',
    keywords: 'স্কুল সফটওয়্যারের দাম, প্যাকেজ, ইনস্টলেশন খরচ, মাসিক চার্জ',
  },
  clients: {
    title: 'সম্মানিত গ্রাহক তালিকা | প্রাঙ্গণ',
    description: 'যেসব স্কুল, কলেজ ও মাদ্রাসা প্রতিদিন প্রাঙ্গণ ব্যবহার করে।',
    keywords: 'প্রাঙ্গণ গ্রাহক, স্কুল, কলেজ, মাদ্রাসা, list of honoured customers',
  },
  downloads: {
    title: 'ডাউনলোড | প্রাঙ্গণ',
    description: 'প্রাঙ্গণের নির্দেশিকা, ফরম আর তথ্যপত্র নামিয়ে নিন।',
    keywords: 'প্রাঙ্গণ ডাউনলোড, নির্দেশিকা, ফরম',
  },
  news: {
    title: 'খবর ও ঘোষণা | প্রাঙ্গণ',
    description: 'প্রাঙ্গণের নতুন সুবিধা, প্রশিক্ষণ আর প্রতিষ্ঠানগুলোর অভিজ্ঞতার খবর।',
    keywords: 'প্রাঙ্গণ খবর, স্কুল সফটওয়্যার খবর, প্রশিক্ষণ',
  },
  notFound: { title: 'পথ হারিয়ে গেছে | প্রাঙ্গণ', description: 'এই পাতাটি খুঁজে পাওয়া গেল না।', keywords: '' },
  error: { title: 'একটু সমস্যা হয়েছে | প্রাঙ্গণ', description: 'পাতাটি এখন দেখানো যাচ্ছে না।', keywords: '' },
} satisfies Record<string, PageText>;

/** The page of one record: its own title and words, and what its kind is searched by. */
export function recordText(
  kind: 'about' | 'features' | 'news',
  title: string,
  description: string,
  keywords = '',
): PageText {
  return {
    title: `${title} | ${words.brand}`,
    description: cutText(description || title, 300),
    keywords: [keywords, pageTexts[kind].keywords].filter(Boolean).join(', '),
  };
}
