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
  news: {
    title: 'খবর ও ঘোষণা | প্রাঙ্গণ',
    description: 'প্রাঙ্গণের নতুন সুবিধা, প্রশিক্ষণ আর প্রতিষ্ঠানগুলোর অভিজ্ঞতার খবর।',
    keywords: 'প্রাঙ্গণ খবর, স্কুল সফটওয়্যার খবর, প্রশিক্ষণ',
  },
  notFound: { title: 'পথ হারিয়ে গেছে | প্রাঙ্গণ', description: 'এই পাতাটি খুঁজে পাওয়া গেল না।', keywords: '' },
  error: { title: 'একটু সমস্যা হয়েছে | প্রাঙ্গণ', description: 'পাতাটি এখন দেখানো যাচ্ছে না।', keywords: '' },
} satisfies Record<string, PageText>;
