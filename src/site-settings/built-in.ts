import type { Hero, PageName, PageText, SiteSettings } from './schema.ts';

/** What the site says as long as nobody has written anything else. */
const builtInName = 'প্রাঙ্গণ';

export const builtInTagline = 'স্কুল, কলেজ ও মাদ্রাসার জন্য বাংলায় তৈরি প্রতিষ্ঠান ব্যবস্থাপনা সফটওয়্যার।';

export const builtInHero: Hero = {
  title: 'পুরো প্রতিষ্ঠান,\nএক প্রাঙ্গণে',
  emphasis: 'প্রাঙ্গণে',
  lead: 'ভর্তি, হাজিরা, বেতন, পরীক্ষা আর নোটিশ। প্রতিদিনের সব খাতা এখন একটি সহজ বাংলা সফটওয়্যারে, হাতের মোবাইলেই।',
  hint: 'চারটি তথ্য দিন। ডেমো লিংক ও পাসওয়ার্ড ইমেইলে পাবেন।',
};

/** What stands where nothing was written yet: no contact, and the built-in texts. */
export const builtInSettings: SiteSettings = {
  name: builtInName,
  tagline: builtInTagline,
  logo: null,
  phone: null,
  whatsapp: null,
  email: null,
  address: null,
  social: [],
  hero: builtInHero,
  pages: builtInPages(builtInName),
  updatedAt: new Date(0).toISOString(),
};

/** Title, description and keywords of each public route, for a vendor of this name. */
export function builtInPages(name: string): Record<PageName, PageText> {
  return {
    home: {
      title: `${name}: স্কুল, কলেজ ও মাদ্রাসার বাংলা ব্যবস্থাপনা সফটওয়্যার`,
      description:
        'ভর্তি, হাজিরা, বেতন, পরীক্ষা আর নোটিশ: প্রতিষ্ঠানের সব খাতা একটি সহজ বাংলা সফটওয়্যারে, হাতের মোবাইলেই। খরচ দেখুন, ডেমো চেয়ে নিন।',
      keywords:
        'স্কুল ম্যানেজমেন্ট সফটওয়্যার, মাদ্রাসা সফটওয়্যার, হাজিরা, বেতন, ফলাফল, অনলাইন ভর্তি, school management software Bangladesh',
    },
    about: {
      title: `পরিচিতি | ${name}`,
      description: `${name} কারা বানায়, কেন বানায়, আর একটি প্রতিষ্ঠানের খাতা কীভাবে এক জায়গায় আসে।`,
      keywords: `${name} পরিচিতি, প্রতিষ্ঠান ব্যবস্থাপনা সফটওয়্যার`,
    },
    features: {
      title: `ফিচার: হাজিরা, বেতন, ফলাফল, রুটিন, নোটিশ | ${name}`,
      description: `ভর্তি থেকে ফলাফল পর্যন্ত প্রতিষ্ঠানের প্রতিটি কাজের জন্য ${locative(name)} কী কী আছে, এক পাতায় দেখুন।`,
      keywords: 'হাজিরা সফটওয়্যার, বেতন আদায়, ফলাফল তৈরি, ক্লাস রুটিন, অভিভাবক এসএমএস, অনলাইন ভর্তি',
    },
    packages: {
      title: `প্যাকেজ ও খরচ | ${name}`,
      description: `স্কুল, কলেজ ও মাদ্রাসার জন্য ${genitive(name)} প্যাকেজ: ইনস্টলেশন খরচ আর মাসিক চার্জ, খাতায় যা লেখা সেটুকুই।`,
      keywords: 'স্কুল সফটওয়্যারের দাম, প্যাকেজ, ইনস্টলেশন খরচ, মাসিক চার্জ',
    },
    clients: {
      title: `সম্মানিত গ্রাহক তালিকা | ${name}`,
      description: `যেসব স্কুল, কলেজ ও মাদ্রাসা প্রতিদিন ${name} ব্যবহার করে।`,
      keywords: `${name} গ্রাহক, স্কুল, কলেজ, মাদ্রাসা, list of honoured customers`,
    },
    news: {
      title: `খবর ও ঘোষণা | ${name}`,
      description: `${genitive(name)} নতুন সুবিধা, প্রশিক্ষণ আর প্রতিষ্ঠানগুলোর অভিজ্ঞতার খবর।`,
      keywords: `${name} খবর, স্কুল সফটওয়্যার খবর, প্রশিক্ষণ`,
    },
    downloads: {
      title: `ডাউনলোড | ${name}`,
      description: `${genitive(name)} নির্দেশিকা, ফরম আর তথ্যপত্র নামিয়ে নিন।`,
      keywords: `${name} ডাউনলোড, নির্দেশিকা, ফরম`,
    },
    search: {
      title: `খুঁজুন | ${name}`,
      description: 'খবর, ফিচার আর ডাউনলোডে খোঁজা হয়। বানান হুবহু না মিললেও চলে।',
      keywords: '',
    },
    offline: {
      title: `ইন্টারনেট সংযোগ নেই | ${name}`,
      description: 'সংযোগ ফিরে এলে আবার চেষ্টা করুন। আগে পড়া পাতাগুলো এখনো এখানে পড়া যাবে।',
      keywords: '',
    },
    notFound: { title: `পথ হারিয়ে গেছে | ${name}`, description: 'এই পাতাটি খুঁজে পাওয়া গেল না।', keywords: '' },
    error: { title: `একটু সমস্যা হয়েছে | ${name}`, description: 'পাতাটি এখন দেখানো যাচ্ছে না।', keywords: '' },
  };
}

/** 'Of …' and 'in …': a short ending after a consonant, a hyphen where grammar depends on how a name is spoken. */
function genitive(name: string): string {
  return name === builtInName ? `${name}ের` : `${name}-এর`;
}

function locative(name: string): string {
  return name === builtInName ? `${name}ে` : `${name}-এ`;
}
