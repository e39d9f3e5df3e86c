import { expect, test } from 'vitest';
import { kindsOnServer } from '#content/kinds.server.ts';
import { calls, pages } from '#paths.ts';
import { keepFile } from '#server/files/stored-files.server.ts';
import type { KindOnServer } from '#server/kind.server.ts';
import { forgetEntries } from '#server/site-search/upkeep.server.ts';
import { addSettings } from '#site-settings/data.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
import { sampleContent } from '../../../db/sample/content.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { makeContentFindable } from './make-findable.server.ts';
import type { SearchAnswer } from './schema.ts';

/**
 * What heads, teachers and guardians type, and what they should find of the sample content among the first three: a part
 * of the title of a feature, news, video, client, download or question, or the address of a page. Written before the
 * search was made to find them; a query that fails is a reason to mend the search, not the query.
 */
const table: Record<string, string[]> = {
  // Bengali in Latin letters, as phones without a Bengali keyboard send it.
  hajira: ['হাজিরা ও উপস্থিতি'],
  hazira: ['হাজিরা ও উপস্থিতি'],
  hajera: ['হাজিরা ও উপস্থিতি'],
  haziraa: ['হাজিরা ও উপস্থিতি'],
  'student hajira': ['হাজিরা ও উপস্থিতি'],
  'mobile hajira': ['হাজিরা ও উপস্থিতি'],
  'shikkhok hajira': ['হাজিরা ও উপস্থিতি'],
  uposthiti: ['হাজিরা ও উপস্থিতি'],
  onuposthit: ['হাজিরা ও উপস্থিতি', 'হাজিরার এসএমএস'],
  vorti: ['ভর্তি ব্যবস্থাপনা'],
  bhorti: ['ভর্তি ব্যবস্থাপনা'],
  'online vorti': ['ভর্তি ব্যবস্থাপনা', 'অনলাইন ভর্তি'],
  'vorti form': ['ভর্তি ফরমের', 'ভর্তি ব্যবস্থাপনা'],
  'vorti abedon': ['ভর্তি ব্যবস্থাপনা'],
  beton: ['বেতন ও ফি', 'শিক্ষক ও বেতন'],
  betan: ['বেতন ও ফি', 'শিক্ষক ও বেতন'],
  'beton aday': ['বেতন ও ফি'],
  'shikkhok beton': ['শিক্ষক ও বেতন'],
  bokeya: ['বেতন ও ফি', 'হালখাতা'],
  bokea: ['বেতন ও ফি', 'হালখাতা'],
  roshid: ['বেতন ও ফি', 'রসিদের নমুনা'],
  porikkha: ['পরীক্ষা ও ফলাফল'],
  porikha: ['পরীক্ষা ও ফলাফল'],
  pariksha: ['পরীক্ষা ও ফলাফল'],
  folafol: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  falafal: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  fol: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  prosnopotro: ['পরীক্ষা ও ফলাফল'],
  probeshpotro: ['পরীক্ষা ও ফলাফল'],
  nombor: ['পরীক্ষা ও ফলাফল', 'নম্বর'],
  rutin: ['ক্লাস রুটিন'],
  notish: ['নোটিশ ও এসএমএস'],
  khobor: [pages.news, 'প্রতিষ্ঠানের ওয়েবসাইট', 'অভিভাবকের অ্যাপ'],
  ovivabok: ['অভিভাবকের অ্যাপ', 'অভিভাবক সভা', 'অভিভাবকের ফোনে'],
  obhibhabok: ['অভিভাবকের অ্যাপ', 'অভিভাবক সভা', 'অভিভাবকের ফোনে'],
  'ovivabok sova': ['অভিভাবক সভা'],
  madrasa: ['মাদ্রাসা', pages.packages],
  madrasha: ['মাদ্রাসা', pages.packages],
  madrasah: ['মাদ্রাসা', pages.packages],
  'madrasa software': ['মাদ্রাসা', pages.packages],
  hifz: ['হিফজের', pages.packages],
  hefz: ['হিফজের', pages.packages],
  dakhil: ['দাখিল', pages.packages],
  alim: ['আলিম', pages.packages],
  halkhata: ['হালখাতা'],
  hishab: ['হিসাবরক্ষণ', 'হিসাব'],
  hisab: ['হিসাবরক্ষণ', 'হিসাব'],
  'ay bay': ['হিসাবরক্ষণ'],
  'aay byay': ['হিসাবরক্ষণ'],
  chuti: ['হাজিরা ও উপস্থিতি', 'ছুটির নোটিশ'],
  chhuti: ['হাজিরা ও উপস্থিতি', 'ছুটির নোটিশ'],
  'chutir abedon': ['হাজিরা ও উপস্থিতি'],
  shikkhok: ['শিক্ষক ও বেতন', 'শিক্ষক'],
  proshongsha: ['সনদ ও পরিচয়পত্র', 'প্রশংসাপত্র'],
  proshongshapotro: ['সনদ ও পরিচয়পত্র', 'প্রশংসাপত্র'],
  sonod: ['সনদ ও পরিচয়পত্র'],
  porichoypotro: ['সনদ ও পরিচয়পত্র'],
  boi: ['লাইব্রেরি', 'নতুন বই', 'বই পড়ার'],
  'notun boi': ['নতুন বই'],
  ramjan: ['রমজানের'],
  romjan: ['রমজানের'],
  proshikkhon: ['প্রশিক্ষণ', 'নতুন শিক্ষকের'],
  dam: [pages.packages, 'খরচের তালিকা'],
  daam: [pages.packages, 'খরচের তালিকা'],
  'dam koto': [pages.packages, 'খরচের তালিকা'],
  khoroch: [pages.packages, 'খরচের তালিকা', 'এসএমএসের খরচ'],
  jogajog: [`${pages.home}#demo`],
  gopniota: [pages.privacy],
  shorto: [pages.terms],

  // English words of the trade.
  attendance: ['হাজিরা ও উপস্থিতি'],
  atendance: ['হাজিরা ও উপস্থিতি'],
  'attendance machine': ['হাজিরা ও উপস্থিতি'],
  biometric: ['হাজিরা ও উপস্থিতি'],
  fingerprint: ['হাজিরা ও উপস্থিতি'],
  result: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  results: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  'result sheet': ['পরীক্ষা ও ফলাফল', 'নম্বরপত্র'],
  marksheet: ['পরীক্ষা ও ফলাফল', 'নম্বরপত্র'],
  exam: ['পরীক্ষা ও ফলাফল'],
  'exam routine': ['পরীক্ষার রুটিন'],
  'admit card': ['পরীক্ষা ও ফলাফল'],
  routine: ['ক্লাস রুটিন'],
  'class routine': ['ক্লাস রুটিন'],
  rutine: ['ক্লাস রুটিন'],
  fee: ['বেতন ও ফি', 'ফি আদায়'],
  fees: ['বেতন ও ফি', 'ফি আদায়'],
  'fee collection': ['বেতন ও ফি', 'ফি আদায়'],
  'tuition fee': ['বেতন ও ফি'],
  'money receipt': ['বেতন ও ফি', 'রসিদের নমুনা'],
  payment: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে'],
  'online payment': ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  bkash: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  bikash: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  nagad: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  admission: ['ভর্তি ব্যবস্থাপনা'],
  'online admission': ['ভর্তি ব্যবস্থাপনা', 'অনলাইন ভর্তি'],
  'admission form': ['ভর্তি ফরমের', 'ভর্তি ব্যবস্থাপনা'],
  lottery: ['ভর্তি ব্যবস্থাপনা'],
  notice: ['নোটিশ ও এসএমএস'],
  sms: ['নোটিশ ও এসএমএস', 'এসএমএস'],
  'sms price': ['এসএমএসের খরচ', 'নোটিশ ও এসএমএস', pages.packages],
  'sms cost': ['এসএমএসের খরচ', 'নোটিশ ও এসএমএস', pages.packages],
  app: ['অভিভাবকের অ্যাপ'],
  'mobile app': ['অভিভাবকের অ্যাপ'],
  'parents app': ['অভিভাবকের অ্যাপ'],
  guardian: ['অভিভাবকের অ্যাপ', 'অভিভাবক'],
  website: ['প্রতিষ্ঠানের ওয়েবসাইট'],
  'school website': ['প্রতিষ্ঠানের ওয়েবসাইট'],
  library: ['লাইব্রেরি'],
  liberary: ['লাইব্রেরি'],
  accounts: ['হিসাবরক্ষণ'],
  accounting: ['হিসাবরক্ষণ'],
  salary: ['শিক্ষক ও বেতন'],
  'teacher salary': ['শিক্ষক ও বেতন'],
  payroll: ['শিক্ষক ও বেতন'],
  certificate: ['সনদ ও পরিচয়পত্র'],
  testimonial: ['সনদ ও পরিচয়পত্র', 'প্রশংসাপত্র'],
  'id card': ['সনদ ও পরিচয়পত্র'],
  'transfer certificate': ['সনদ ও পরিচয়পত্র', 'ছাড়পত্র'],
  price: [pages.packages, 'খরচের তালিকা'],
  'price list': [pages.packages, 'খরচের তালিকা'],
  package: [pages.packages],
  cost: [pages.packages, 'খরচের তালিকা'],
  'school package': [pages.packages],
  demo: [`${pages.home}#demo`],
  'free demo': [`${pages.home}#demo`],
  contact: [`${pages.home}#demo`],
  'phone number': [`${pages.home}#demo`],
  about: [pages.about],
  privacy: [pages.privacy],
  'privacy policy': [pages.privacy],
  terms: [pages.terms],
  download: [pages.downloads, 'নমুনা'],
  'user manual': ['নির্দেশিকা'],
  excel: ['এক্সেল'],
  internet: ['ইন্টারনেট'],
  offline: ['ইন্টারনেট'],
  backup: ['প্রতি রাতে তথ্যের'],
  training: ['প্রশিক্ষণ', 'নতুন শিক্ষকের', 'কম্পিউটার না জানা'],
  computer: ['কম্পিউটার'],
  barcode: ['বারকোড'],
  video: ['ভিডিও'],
  rupsa: ['রূপসা'],
  'darul hikma': ['দারুল হিকমা'],

  // Bengali as it is written, and as it is spoken.
  হাজিরা: ['হাজিরা ও উপস্থিতি'],
  উপস্থিতি: ['হাজিরা ও উপস্থিতি'],
  'ডিজিটাল হাজিরা': ['হাজিরা ও উপস্থিতি'],
  'মোবাইলে হাজিরা': ['হাজিরা ও উপস্থিতি'],
  'শিক্ষকের হাজিরা': ['হাজিরা ও উপস্থিতি'],
  'আঙুলের ছাপ': ['হাজিরা ও উপস্থিতি'],
  'ফিঙ্গার মেশিন': ['হাজিরা ও উপস্থিতি'],
  'হাজিরা মেশিন': ['হাজিরা ও উপস্থিতি'],
  'ভর্তি ফরম': ['ভর্তি ফরমের', 'ভর্তি ব্যবস্থাপনা'],
  'ভর্তি ২০২৭': ['২০২৭ শিক্ষাবর্ষের'],
  লটারি: ['ভর্তি ব্যবস্থাপনা'],
  বেতন: ['বেতন ও ফি', 'শিক্ষক ও বেতন'],
  'ছাত্র বেতন': ['বেতন ও ফি'],
  'শিক্ষকের বেতন': ['শিক্ষক ও বেতন'],
  বকেয়া: ['বেতন ও ফি', 'হালখাতা'],
  দাম: [pages.packages, 'খরচের তালিকা'],
  মূল্য: [pages.packages, 'খরচের তালিকা'],
  'দাম কত': [pages.packages, 'খরচের তালিকা'],
  'সফটওয়্যারের দাম': [pages.packages, 'খরচের তালিকা'],
  'মাসিক খরচ কত': [pages.packages, 'খরচের তালিকা'],
  'মাদ্রাসার প্যাকেজ': [pages.packages],
  'কত টাকা লাগে': [pages.packages, 'খরচের তালিকা', 'এসএমএসের খরচ'],
  প্যাকেজ: [pages.packages],
  রেজাল্ট: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  'রেজাল্ট শিট': ['পরীক্ষা ও ফলাফল', 'নম্বরপত্র'],
  মার্কশিট: ['পরীক্ষা ও ফলাফল', 'নম্বরপত্র'],
  'পরীক্ষার রুটিন': ['পরীক্ষার রুটিন'],
  'প্রবেশ পত্র': ['পরীক্ষা ও ফলাফল'],
  এডমিট: ['পরীক্ষা ও ফলাফল'],
  জিপিএ: ['পরীক্ষা ও ফলাফল'],
  বিকাশ: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  নগদ: ['বেতন ও ফি', 'মোবাইল ব্যাংকিংয়ে', 'অভিভাবকের অ্যাপ'],
  এপ: ['অভিভাবকের অ্যাপ'],
  অ্যাপ: ['অভিভাবকের অ্যাপ'],
  এ্যাপস: ['অভিভাবকের অ্যাপ'],
  ডেমো: [`${pages.home}#demo`],
  'ডেমো চাই': [`${pages.home}#demo`],
  যোগাযোগ: [`${pages.home}#demo`],
  'ফোন নম্বর': [`${pages.home}#demo`],
  মাদরাসা: ['মাদ্রাসা', pages.packages],
  'মাদরাসার জন্য': ['মাদ্রাসা', pages.packages],
  'দাখিল মাদরাসা': ['দাখিল', pages.packages],
  'হিফজ বিভাগ': ['হিফজের', pages.packages],
  হেফজ: ['হিফজের', pages.packages],
  মেসেজ: ['নোটিশ ও এসএমএস', 'হাজিরা ও উপস্থিতি', 'এসএমএস'],
  'এস এম এস': ['নোটিশ ও এসএমএস', 'এসএমএস'],
  'ছুটির নোটিশ': ['ছুটির নোটিশ'],
  সার্টিফিকেট: ['সনদ ও পরিচয়পত্র'],
  'আইডি কার্ড': ['সনদ ও পরিচয়পত্র'],
  টিসি: ['সনদ ও পরিচয়পত্র', 'ছাড়পত্র'],
  ওয়েবসাইট: ['প্রতিষ্ঠানের ওয়েবসাইট'],
  পাঠাগার: ['লাইব্রেরি'],
  'আয় ব্যয়': ['হিসাবরক্ষণ'],
  'ইন্টারনেট ছাড়া': ['ইন্টারনেট'],
  'আগের তথ্য': ['এক্সেলের তথ্য'],
  'তথ্য নিরাপদ': ['মালিক কে', 'প্রতি রাতে তথ্যের', pages.privacy],
  প্রশিক্ষণ: ['প্রশিক্ষণ', 'নতুন শিক্ষকের', 'কম্পিউটার না জানা'],
  'গ্রাহক তালিকা': [pages.clients],
  কাশবন: ['কাশবন'],
  পরিচিতি: [pages.about],
  'আপনারা কারা': [pages.about],

  // Slips of the finger and of the spelling.
  হাজীরা: ['হাজিরা ও উপস্থিতি'],
  হজিরা: ['হাজিরা ও উপস্থিতি'],
  হাযিরা: ['হাজিরা ও উপস্থিতি'],
  হাজিড়া: ['হাজিরা ও উপস্থিতি'],
  হাাজিরা: ['হাজিরা ও উপস্থিতি'],
  উপস্তিতি: ['হাজিরা ও উপস্থিতি'],
  ভরতি: ['ভর্তি ব্যবস্থাপনা'],
  ভর্তী: ['ভর্তি ব্যবস্থাপনা'],
  ভতি: ['ভর্তি ব্যবস্থাপনা'],
  পরিক্ষা: ['পরীক্ষা ও ফলাফল'],
  পরিখা: ['পরীক্ষা ও ফলাফল'],
  পরীখা: ['পরীক্ষা ও ফলাফল'],
  ফলাফল্: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  ফালাফল: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  রেজাল্ট্ট: ['পরীক্ষা ও ফলাফল', 'ফলাফল প্রকাশ'],
  রূটিন: ['ক্লাস রুটিন'],
  'ক্লাশ রুটিন': ['ক্লাস রুটিন'],
  নোটিস: ['নোটিশ ও এসএমএস'],
  নটিশ: ['নোটিশ ও এসএমএস'],
  রশিদ: ['বেতন ও ফি', 'রসিদের নমুনা'],
  বকয়া: ['বেতন ও ফি', 'হালখাতা'],
  লাইবেরি: ['লাইব্রেরি'],
  লাইব্রেরী: ['লাইব্রেরি'],
  অভিবাবক: ['অভিভাবকের অ্যাপ', 'অভিভাবক সভা', 'অভিভাবকের ফোনে'],
  অবিভাবক: ['অভিভাবকের অ্যাপ', 'অভিভাবক সভা', 'অভিভাবকের ফোনে'],
  প্যকেজ: [pages.packages],
  পেকেজ: [pages.packages],
  মাদ্রাশা: ['মাদ্রাসা', pages.packages],
  মাদ্ররাসা: ['মাদ্রাসা', pages.packages],
  হিসাবরক্ষন: ['হিসাবরক্ষণ'],
  হিশাব: ['হিসাবরক্ষণ', 'হিসাব'],
  প্রসংসাপত্র: ['সনদ ও পরিচয়পত্র', 'প্রশংসাপত্র'],
  পরিচয়পত্র: ['সনদ ও পরিচয়পত্র'],
  ওয়েবসাইড: ['প্রতিষ্ঠানের ওয়েবসাইট'],
  প্রশিক্ষন: ['প্রশিক্ষণ', 'নতুন শিক্ষকের'],
  ট্রেনিং: ['প্রশিক্ষণ', 'নতুন শিক্ষকের', 'কম্পিউটার না জানা'],
};

/** What a hand does that only tries the keys. */
const nothing = ['xyzzy', 'zzzzz', 'kkkk', 'lkjh', 'asdfgh', 'ঘঘঘঘ'];

test('of what people type, 95 in a hundred find what they mean among the first three; letters without sense find nothing', async () => {
  const app = await openTestApp();
  const missed: string[] = [];
  const found: string[] = [];
  try {
    await addSampleWithoutPictures(app);
    for (const query of nothing) {
      const { results } = (await app.get(`${calls.search}?q=${encodeURIComponent(query)}`)).json<SearchAnswer>();
      if (results.length > 0) found.push(query);
    }
    for (const [at, [query, wanted]] of Object.entries(table).entries()) {
      const from = `127.8.0.${(at % 250) + 1}`;
      const answer = await app.send(`${calls.search}?q=${encodeURIComponent(query)}`, { from });
      const found = answer.json<SearchAnswer>().results.slice(0, 3);
      const isWanted = ({ url, title }: SearchAnswer['results'][number]) =>
        wanted.some((one) =>
          one.startsWith('/')
            ? url === one || (url.startsWith(`${one}#`) && !url.startsWith(pages.faq))
            : title
                .map(({ text }) => text)
                .join('')
                .includes(one),
        );
      if (!found.some(isWanted))
        missed.push(`${query} → ${found.map(({ title }) => title.map(({ text }) => text).join('')).join(' | ')}`);
    }
  } finally {
    await app.close();
  }
  expect(found).toEqual([]);
  const asked = Object.keys(table).length;
  const share = (100 * (asked - missed.length)) / asked;
  console.info(`${share.toFixed(1)} % of ${asked} queries find what is meant; not:\n${missed.join('\n')}`);
  expect(share, missed.join('\n')).toBeGreaterThanOrEqual(95);
});

/** Drawing them takes longer than all questions. */
async function addSampleWithoutPictures(app: TestApp): Promise<void> {
  const { kinds, vendor } = sampleContent;
  const files = new Map<string, string>();
  for (const { file: name } of kinds.downloads)
    files.set(name, await keepFile(app, { name, bytes: Buffer.from(`%PDF-1.4 ${name}`) }));
  const stored = { pictureKey: () => null, fileKey: (name: string) => files.get(name) ?? '' };
  await app.changes.write([...Object.keys(kinds), vendorKind], async (transaction) => {
    for (const [name, { addSample }] of Object.entries(kindsOnServer as Record<string, KindOnServer>))
      await addSample(transaction, kinds[name as keyof typeof kinds] as never, stored);
    await addSettings(transaction, vendor);
    await forgetEntries(transaction);
  });
  await makeContentFindable(app.database);
}
