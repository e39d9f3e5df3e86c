import { latinDigits, linesOf } from '#api/text.ts';
import type { Hero, PageName, PageText, Scene, SceneText, SiteSettings } from './schema.ts';

const builtInName = 'প্রাঙ্গণ';

export const builtInTagline = 'স্কুল, কলেজ ও মাদ্রাসার জন্য বাংলায় তৈরি প্রতিষ্ঠান ব্যবস্থাপনা সফটওয়্যার।';

/** Shown beside the customers' sign-in link. */
export const builtInCustomers = 'আপনার প্রতিষ্ঠানের সফটওয়্যারে ঢুকতে চান? সেটি আছে এই ঠিকানায়:';

export const builtInHero: Hero = {
  audience: 'স্কুল, কলেজ, মাদ্রাসা, কোচিং ও কারিগরি প্রতিষ্ঠানের সফটওয়্যার',
  title: 'পুরো প্রতিষ্ঠান,\nএক প্রাঙ্গণে',
  emphasis: 'প্রাঙ্গণে',
  lead: 'ভর্তি, হাজিরা, বেতন, পরীক্ষা আর নোটিশ। প্রতিদিনের সব খাতা এখন একটি সহজ বাংলা সফটওয়্যারে, হাতের মোবাইলেই।',
  hint: 'চারটি তথ্য দিন। ডেমো লিংক ও পাসওয়ার্ড পেয়ে যাবেন।',
  statistics: '',
};

export const builtInScene: Record<SceneText, string> = {
  title: 'এখানেই চেষ্টা করুন',
  lead: 'যে আসেনি তার নামে চাপ দিন, তারপর পাঠান।',
  school: 'রূপসা আদর্শ উচ্চ বিদ্যালয়',
  grade: 'সপ্তম শ্রেণি, শাখা ক',
  pupils: ['আয়েশা সিদ্দিকা', 'তানভীর আহমেদ', 'রাইসা ইসলাম', 'শুভ্র চক্রবর্তী', 'নুসরাত জাহান', 'মারুফ হাসান', 'পূজা রানী দাস'].join('\n'),
  message: 'আপনার সন্তান {name} আজ বিদ্যালয়ে আসেনি। কারণটি শ্রেণিশিক্ষককে জানান।',
  fees: 'নভেম্বরের বেতন ১২০০\nপরীক্ষার ফি ৪০০\nঅক্টোবরের বকেয়া ৬০০',
  exam: 'অর্ধবার্ষিক পরীক্ষা',
  marks: 'বাংলা ৮৮\nইংরেজি ৭৬\nগণিত ৯৩\nবিজ্ঞান ৮৫\nধর্ম ও নৈতিক শিক্ষা ৯১\nবাংলাদেশ ও বিশ্বপরিচয় ৮২',
};

/**
 * Public holidays of Bangladesh, a day and its name in each line. Those of a fixed date are there for 2026 and 2027. The
 * others are the days expected for 2026: the moon moves Shab-e-Barat, Shab-e-Qadr, Jumatul Bidah, both Eids, Ashura and
 * Eid-e-Miladunnabi by a day; Buddha Purnima, Janmashtami and Durga Puja follow lunar calendars too. Staff add those of
 * a new year when they are announced.
 */
export const builtInHolidays = `2026-02-04 Shab-e-Barat
2026-02-21 Language Martyrs’ Day
2026-03-17 Shab-e-Qadr
2026-03-19 Eid-ul-Fitr
2026-03-20 Jumatul Bidah
2026-03-21 Eid-ul-Fitr
2026-03-22 Eid-ul-Fitr
2026-03-23 Eid-ul-Fitr
2026-03-26 Independence Day
2026-04-14 Bengali New Year
2026-05-01 May Day, Buddha Purnima
2026-05-26 Eid-ul-Azha
2026-05-27 Eid-ul-Azha
2026-05-28 Eid-ul-Azha
2026-05-29 Eid-ul-Azha
2026-05-30 Eid-ul-Azha
2026-05-31 Eid-ul-Azha
2026-06-26 Ashura
2026-08-05 July Mass Uprising Day
2026-08-26 Eid-e-Miladunnabi
2026-09-04 Janmashtami
2026-10-20 Durga Puja
2026-10-21 Durga Puja
2026-12-16 Victory Day
2026-12-25 Christmas
2027-02-21 Language Martyrs’ Day
2027-03-26 Independence Day
2027-04-14 Bengali New Year
2027-05-01 May Day
2027-08-05 July Mass Uprising Day
2027-12-16 Victory Day
2027-12-25 Christmas`;

export const builtInSettings: SiteSettings = {
  name: builtInName,
  tagline: builtInTagline,
  logo: null,
  phone: null,
  whatsapp: null,
  email: null,
  address: null,
  social: [],
  customers: null,
  hero: builtInHero,
  scene: sceneOf(builtInScene),
  pages: builtInPages(builtInName),
  synonyms: '',
  formFields: [],
  holidays: builtInHolidays,
  updatedAt: new Date(0).toISOString(),
};

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
      description: `স্কুল, কলেজ ও মাদ্রাসার জন্য ${genitive(name)} প্যাকেজ: ইনস্টলেশন খরচ, মাসিক চার্জ আর এর বাইরে যা লাগে।`,
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
      description: 'পুরো সাইটে খোঁজা হয়, বাংলা বা ইংরেজি হরফে। বানান হুবহু না মিললেও চলে।',
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

/**
 * The ending that follows a name: -ের after the default name's consonant, else a hyphen, because the form depends on
 * pronunciation.
 */
function genitive(name: string): string {
  return name === builtInName ? `${name}ের` : `${name}-এর`;
}

function locative(name: string): string {
  return name === builtInName ? `${name}ে` : `${name}-এ`;
}

/** The texts were validated when they were saved. */
export function sceneOf(texts: Record<SceneText, string>): Scene {
  return { ...texts, pupils: linesOf(texts.pupils), fees: numbersOf(texts.fees), marks: numbersOf(texts.marks) };
}

/** Lines that end with a number: 'বাংলা ৮৮'. Lines without a number or a name are skipped. */
export function numbersOf(text: string): Scene['marks'] {
  return linesOf(text).flatMap((line) => {
    const [, name, number = ''] = line.match(/^(.*[^\s:=৳])[\s:=৳]+([\d০-৯][\d০-৯,]*)$/) ?? [];
    return name ? [{ name, number: Number(latinDigits(number).replaceAll(',', '')) }] : [];
  });
}

/** The days, YYYY-MM-DD, without their names. */
export function holidaysOf(text: string): string[] {
  return linesOf(text).map((line) => latinDigits(line.slice(0, 10)));
}
