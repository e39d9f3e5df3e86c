import { foldedWords } from '#cms/search/fold.server.ts';
import type { Synonyms } from '#cms/search/query.server.ts';
import { phoneticKeys } from '#cms/search/sound.server.ts';
import { t } from '#i18n/text.ts';

/** Default synonyms: a comma-separated group per line. */
export const builtInSynonyms = `দাম, মূল্য, খরচ, প্যাকেজ, রেট, কত টাকা, price, cost, package
হাজিরা, উপস্থিতি, attendance, অ্যাটেনডেন্স
যন্ত্র, মেশিন, আঙুলের ছাপ, ফিঙ্গার, ফিঙ্গারপ্রিন্ট, fingerprint, biometric, machine
ভর্তি, admission, অ্যাডমিশন, এডমিশন
ফি, বেতন, fee, fees, tuition, payment, পেমেন্ট
মাসিক বেতন, শিক্ষকের বেতন, salary, payroll, স্যালারি
মোবাইল ব্যাংকিং, মোবাইলে ফি, অনলাইন পেমেন্ট, বিকাশ, নগদ, রকেট, bkash, nagad, rocket, online payment
রসিদ, receipt, ক্যাশ মেমো
পরীক্ষা, exam, examination, এক্সাম
ফলাফল, ফল, রেজাল্ট, result, results, জিপিএ, gpa, গ্রেড
নম্বরপত্র, মার্কশিট, marksheet, mark sheet, রেজাল্ট শিট, result sheet
প্রবেশপত্র, প্রবেশ পত্র, এডমিট, অ্যাডমিট, admit card
রুটিন, routine, সময়সূচি
নোটিশ, notice, বিজ্ঞপ্তি
এসএমএস, এস এম এস, sms, মেসেজ, message, বার্তা
অ্যাপ, এপ, এপস, অ্যাপস, app, apps
ওয়েবসাইট, সাইট, website, web site
লাইব্রেরি, পাঠাগার, গ্রন্থাগার, library
হিসাব, হিসাবরক্ষণ, accounts, accounting, একাউন্ট
সনদ, সার্টিফিকেট, certificate, প্রশংসাপত্র, প্রত্যয়নপত্র, testimonial
ছাড়পত্র, টিসি, tc, transfer certificate
পরিচয়পত্র, আইডি কার্ড, id card
অভিভাবক, গার্ডিয়ান, guardian, parent, parents
শিক্ষক, স্যার, টিচার, teacher
শিক্ষার্থী, ছাত্র, ছাত্রী, student
ছুটি, leave, holiday
প্রশিক্ষণ, ট্রেনিং, training
প্রতিষ্ঠান, স্কুল, বিদ্যালয়, school, institute
মাদ্রাসা, মাদরাসা, madrasa
হিফজ, হেফজ, hifz
ডেমো, demo
ভিডিও, video
যোগাযোগ, ফোন নম্বর, ঠিকানা, contact, phone number, address
পরিচিতি, আপনারা কারা, about
গোপনীয়তা, privacy
শর্ত, terms
ডাউনলোড, download
নির্দেশিকা, ম্যানুয়াল, manual, গাইড
ইন্টারনেট, নেট, অফলাইন, offline, internet
কপি, ব্যাকআপ, backup
নিরাপদ, নিরাপত্তা, মালিক, গোপনীয়তা, security`;

let last: { text: string; groups: Synonyms } = { text: '', groups: [] };

/** Parses the groups; an empty text means the defaults. */
export function synonymGroups(own: string): Synonyms {
  const text = own || builtInSynonyms;
  if (last.text !== text) last = { text, groups: text.split('\n').map(phrasesOf) };
  return last.groups;
}

/** Validation message, or null. */
export function synonymsFault(text: string): string | null {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() !== '' && phrasesOf(line).length < 2)
      return t`Line ${at + 1} has only one word. Write words that mean the same, with commas between them.`;
  }
  return null;
}

function phrasesOf(line: string): Synonyms[number] {
  return line
    .split(/[,;،]/u)
    .map((phrase) => foldedWords(phrase).map((word) => ({ word, sounds: phoneticKeys(word) })))
    .filter((words) => words.length > 0);
}
