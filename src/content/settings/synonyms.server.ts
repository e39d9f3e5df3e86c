import { foldedWords } from '#cms/search/fold.server.ts';
import { comparedKeys, ignoredWords, type Synonyms } from '#cms/search/query.server.ts';
import { t } from '#i18n/text.ts';

/** Default synonyms, a comma-separated group per line; lines with a hyphen list words that say nothing of a subject. */
export const builtInSynonyms = `দাম, মূল্য, খরচ, প্যাকেজ, রেট, কত টাকা, price, cost, package, চার্জ, charge, fees list, price list, প্রাইস, প্রাইস লিস্ট, প্যাকেজ লিস্ট, খরচের তালিকা, কোটেশন, quotation, সাবস্ক্রিপশন, subscription, ভ্যাট, vat, এককালীন, প্রতি ছাত্র, per student
হাজিরা, উপস্থিতি, attendance, অ্যাটেনডেন্স, present, প্রেজেন্ট, রোল কল, roll call, নাম ডাকা, নাম ডাকতে
যন্ত্র, মেশিন, ডিভাইস, device, আঙুলের ছাপ, ফিঙ্গার, ফিঙ্গারপ্রিন্ট, fingerprint, biometric, machine, কার্ড পাঞ্চ, punch card, rfid, face, ফেস, ফেইস, thumb, পাঞ্চ, punch, বায়োমেট্রিক, zkteco
ভর্তি, admission, অ্যাডমিশন, এডমিশন, নতুন ছাত্র, enroll, ভর্তি ফরম
ফি, বেতন, fee, fees, tuition, payment, পেমেন্ট, মাইনে, ফিস
মাসিক বেতন, শিক্ষকের বেতন, বেতন শিট, salary, salary sheet, payroll, স্যালারি, স্যালারি শিট, পে স্লিপ, pay slip, কর্তন, বেতন কাটা
মোবাইল ব্যাংকিং, মোবাইলে ফি, অনলাইন পেমেন্ট, বিকাশ, নগদ, রকেট, bkash, nagad, rocket, online payment, উপায়, upay, ডাচ বাংলা, ব্যাংক, bank, কার্ড পেমেন্ট
রসিদ, receipt, ক্যাশ মেমো, রশিদ, মানি রিসিট, money receipt, চালান, invoice
পরীক্ষা, exam, examination, এক্সাম, প্রশ্নপত্র, টেস্ট, test, সাময়িক, অর্ধবার্ষিক, ক্লাস টেস্ট, ষান্মাসিক, half yearly
ফলাফল, ফল, রেজাল্ট, result, results, জিপিএ, gpa, গ্রেড, গ্রেডিং, মার্ক, marks, পাস ফেল, pass fail, পজিশন, মেরিট, merit, রোল, মেধাক্রম, position, ফেল, fail
নম্বরপত্র, মার্কশিট, marksheet, mark sheet, রেজাল্ট শিট, result sheet, রিপোর্ট কার্ড, report card, progress report, ট্যাবুলেশন, tabulation, ট্যাবুলেশন শিট, নাম্বারপত্র, প্রোগ্রেস রিপোর্ট, ট্রান্সক্রিপ্ট, transcript
প্রবেশপত্র, প্রবেশ পত্র, এডমিট, অ্যাডমিট, admit card
রুটিন, routine, সময়সূচি, টাইমটেবিল, timetable, time table, schedule, শিডিউল
নোটিশ, notice, বিজ্ঞপ্তি, ঘোষণাপত্র, circular, সার্কুলার, সবাইকে জানানো, সবাইকে জানাব, জানিয়ে দেওয়া, inform
এসএমএস, এস এম এস, sms, msg, মেসেজ, message, বার্তা, ম্যাসেজ, মেসেজিং, মাসকিং, masking, গ্রামীণ, grameen, grameenphone, gp, রবি, robi, বাংলালিংক, banglalink, airtel, এয়ারটেল, টেলিটক, teletalk
অ্যাপ, এপ, এপস, অ্যাপস, app, apps, এন্ড্রয়েড, অ্যান্ড্রয়েড, android, apk, প্লে স্টোর, play store
ওয়েবসাইট, সাইট, website, web site, ওয়েব সাইট, ওয়েবপেজ, web page
লাইব্রেরি, পাঠাগার, গ্রন্থাগার, library
হিসাব, হিসাবরক্ষণ, accounts, accounting, calculation, একাউন্ট, ব্যালেন্স, balance
হিসাবরক্ষণ, ক্যাশ বই, ক্যাশবই, ক্যাশ খাতা, cash book, cashbook, ক্যাশ, cash, খতিয়ান, ledger, ভাউচার, voucher, একাউন্টিং, লাভ ক্ষতি, profit loss
সনদ, সার্টিফিকেট, certificate, প্রশংসাপত্র, প্রত্যয়নপত্র, প্রত্যয়ন পত্র, testimonial, সার্টিফিকেট, প্রশংসা পত্র, চারিত্রিক, character certificate
ছাড়পত্র, টিসি, tc, transfer certificate
পরিচয়পত্র, আইডি কার্ড, id card, পরিচয় পত্র, আইডিকার্ড, identity card
অভিভাবক, গার্ডিয়ান, guardian, parent, parents, গার্জিয়ান, গারজিয়ান, মা বাবা, বাবা মা, মা বাবারা, পিতামাতা, বাবা, আব্বা, আম্মা, মায়ের, father, mother, বাসায়
শিক্ষক, স্যার, টিচার, উস্তাদ, হুজুর, মাওলানা, teacher, teachers, ম্যাডাম, প্রভাষক, কর্মচারী, স্টাফ, staff, শিক্ষিকা, মাস্টার, employee
শিক্ষার্থী, ছাত্র, ছাত্রী, student, students, ছাত্রছাত্রী, বাচ্চা, ছেলেমেয়ে, পোলাপান, সন্তান, child, children
ছুটি, leave, holiday, স্কুল বন্ধ, মাদ্রাসা বন্ধ, কলেজ বন্ধ
নৈমিত্তিক, casual, সিএল, ক্যাজুয়াল
আবেদন, দরখাস্ত, application, ফরম, ফর্ম, form, apply
প্রশিক্ষণ, ট্রেনিং, training, শেখাবেন, শেখানো, শিখিয়ে, শিখতে, শেখা, learn, কর্মশালা, workshop
প্রতিষ্ঠান, institute, institution
স্কুল, বিদ্যালয়, school
কিন্ডারগার্টেন, কিন্ডার গার্টেন, কেজি, kindergarten, kg
কলেজ, মহাবিদ্যালয়, college
কোচিং, কোচিং সেন্টার, coaching, coaching center, ব্যাচ
কারিগরি, টেকনিক্যাল, পলিটেকনিক, ভোকেশনাল, technical, polytechnic, vocational
মাদ্রাসা, মাদরাসা, madrasa
হিফজ, হেফজ, হাফেজি, hifz, hefz, হাফেজ
জামাত, মারহালা, কওমি, qawmi, qaumi
ডেমো, ট্রায়াল, demo, trial, try, ট্রাই, দেখে নিতে, ব্যবহার করে দেখতে, use kore dekhte
ভিডিও, video, videos
যোগাযোগ, কল, ফোন নম্বর, মোবাইল নম্বর, ফোন নাম্বার, মোবাইল নাম্বার, হেল্পলাইন, contact, call, phone number, হটলাইন, hotline, helpline, নাম্বার দেন, কথা বলতে, কাস্টমার কেয়ার, customer care, আপনাদের নম্বর, আপনাদের নাম্বার, your number, নম্বর দিন, নম্বর দেন, নাম্বার দিন, কথা বলব, কথা বলার, talk, complaint, অভিযোগ
ঠিকানা, অফিস, লোকেশন, address, office
হোয়াটসঅ্যাপ, হোয়াটস অ্যাপ, whatsapp
ইমেইল, মেইল, email, mail
ফেসবুক, facebook
লগইন, লগিন, লগ ইন, সাইন ইন, পাসওয়ার্ড, login, log in, sign in, password, পাসওয়ার্ড ভুলে, ঢুকব, প্রবেশ
গ্রাহক, কারা ব্যবহার করে, use, use kore, কারা চালায়, ব্যবহার করে, ব্যবহার করছে, কাস্টমার, client, clients, customer, customers, কারা নিয়েছে, কে নিয়েছে, কোন কোন স্কুল, কোন কোন প্রতিষ্ঠান, আমাদের এলাকায়, এলাকা, story, case study, who uses
ছেড়ে দিতে, বাতিল করতে, চুক্তি বাতিল, বন্ধ করতে, বন্ধ করে, cancel, ক্যানসেল, বাদ দেয়া, বাদ দিতে, বাদ দিলে, ছাড়তে, ছেড়ে দিলে, রিফান্ড, refund, ছেড়ে দিব, ছাড়ব, leave anytime, stop using, quit, ব্যবহার না করতে, না চালাতে, চালাব না
সহায়তা, সাপোর্ট, হেল্প, support, help, সার্ভিস, service, সমস্যা, problem, সাহায্য
পরিচিতি, আপনারা কারা, আপনাদের সম্পর্কে, about, about us, কোম্পানি, company, কোম্পানি সম্পর্কে, কত দিন ধরে, কত বছর
গোপনীয়তা, privacy, পলিসি, policy, মুছে, মুছতে, ডিলিট, delete, প্রাইভেসি
শর্ত, শর্তাবলি, terms
ডাউনলোড, download
নির্দেশিকা, ম্যানুয়াল, manual, গাইড, ব্যবহারবিধি, ব্যবহার বিধি, গাইডলাইন, guide, guideline, টিউটোরিয়াল, tutorial
ইন্টারনেট, নেট, নেটওয়ার্ক, অফলাইন, offline, internet, ওয়াইফাই, wifi, wi fi, এমবি, mb
কপি, ব্যাকআপ, backup, হারিয়ে, হারালে, হারাবে, নষ্ট, সার্ভার, server, পুড়ে, ভাইরাস, virus
আসন, সিট, সিট প্ল্যান, আসন বিন্যাস, seat, seat plan
কক্ষ, হল, গার্ড, hall, room
বাড়ির কাজ, হোমওয়ার্ক, home work, homework
ছাড়, ডিসকাউন্ট, মওকুফ, discount, waiver, মাফ, বৃত্তি, ফ্রি স্টুডেন্ট, দরিদ্র, বিনা বেতন, ফুল ফ্রি, হাফ ফ্রি, half free, scholarship, গরিব, অসচ্ছল, এতিম, লিল্লাহ, ফান্ড, fund, poor
বকেয়া, বাকি, due, dues, পাওনা, বাকি টাকা, unpaid, dues list, not paid, টাকা দেয়নি, বেতন দেয়নি, দেনা
জরিমানা, fine
কিস্তি, installment
শিক্ষকের তথ্য, এমপিও, mpo, বায়োডাটা, biodata, প্রোফাইল, profile, অবসর, retirement, joining, যোগদান
উপবৃত্তি, stipend
আবাসিক, হোস্টেল, বোর্ডিং, hostel
শাখা, ক্যাম্পাস, branch, campus, ব্রাঞ্চ, একাধিক শাখা, দুই ক্যাম্পাস
প্রতিবেদন, রিপোর্ট, report, সারাংশ, summary
ছাপানো, ছাপা, প্রিন্ট, print, printing, প্রিন্টিং
অনুপস্থিত, গরহাজির, absent, স্কুল কামাই, অনুপস্থিতি, আজ আসেনি, না আসলে, না এলে, না গেলে, না আসা, কামাই
রক্তের গ্রুপ, blood group
এক্সেল, excel
তথ্য, ডাটা, data, info, information
শ্রেণি বদল, প্রমোশন, promotion, পরের শ্রেণি, উপরের ক্লাস, next class, উত্তীর্ণ
মেধাতালিকা, merit list, মেধা তালিকা
লটারি, lottery
অপেক্ষমাণ, ওয়েটিং, ওয়েটিং লিস্ট, waiting list
ক্রীড়া, খেলাধুলা, sports, খেলা, স্পোর্টস
কমিটি, committee, ম্যানেজিং কমিটি, গভর্নিং বডি, governing body, সভাপতি, smc, পরিচালনা পর্ষদ
নিরীক্ষা, নিরীক্ষক, অডিট, audit
পরিদর্শন, পরিদর্শক, ইনস্পেকশন, inspection
ভাতা, বোনাস, bonus, উৎসব ভাতা, ঈদ বোনাস, festival
ব্যবহারিক, practical
বহুনির্বাচনি, এমসিকিউ, mcq, নৈর্ব্যক্তিক, objective
বই, book, books
তালিকা, list, লিস্ট
আয়, income
ব্যয়, expense
রমজান, রোজা, ramadan
বদলি ক্লাস, প্রক্সি, প্রক্সি ক্লাস, proxy, proxy class, substitute, ফাঁকা ক্লাস
বিশেষ চাহিদা, প্রতিবন্ধী, disabled
অবস্থান, লোকেশন, location
শ্রেণি, ক্লাস, class
ভবিষ্য তহবিল, প্রভিডেন্ট ফান্ড, provident fund, পিএফ, pf
পুরোনো, পুরাতন, old, আগের, পূর্বের, previous
সময়, time
সিলেট, sylhet
ঢাকা, dhaka
হাওর, haor
ভাই বোন, ভাইবোন, sibling, siblings
বিদ্যুৎ, কারেন্ট, current, load shedding
সভা, সমাবেশ, মিটিং, meeting
চট্টগ্রাম, চিটাগাং, chittagong, ctg
কুমিল্লা, comilla
বগুড়া, bogra
যশোর, jessore
ডোমেইন, domain, edu bd
খবর, ঘোষণা, আপডেট, সংবাদ, news, update, updates, নতুন কী, নতুন কিছু, latest
আগের সফটওয়্যার, অন্য সফটওয়্যার, পুরোনো সফটওয়্যার, বর্তমান সফটওয়্যার, ট্রান্সফার, মাইগ্রেশন, migrate, migration, import, switch, old software, other software
বারকোড, স্ক্যান, স্ক্যানার, barcode, scan, scanner, qr
ক্যামেরা, camera
দেরি, লেট, late, পথে দেরি
ধীর, স্লো, দুর্বল, slow, weak
রোল, roll
স্বাস্থ্য, অ্যালার্জি, অসুস্থ, health
পাঠক, পড়া, reading
ফেরত, return
প্রতিযোগিতা, competition
স্কুল পরিবর্তন, বদলি, transfer
শুরু, চালু, start, setup, সেটআপ
নিরাপদ, নিরাপত্তা, মালিক, গোপনীয়তা, security, চুরি, হ্যাক, হ্যাকিং, hack, secure, safe, অন্য কাউকে, অন্য কেউ, কে দেখবে, কে দেখতে
প্রধান শিক্ষক, প্রতিষ্ঠানপ্রধান, অধ্যক্ষ, হেডমাস্টার, headmaster, head teacher, হেড স্যার, principal, মুহতামিম
সেকশন, section, শাখা, ব্যাচ
নম্বর তোলা, marks entry, নম্বর এন্ট্রি, নাম্বার এন্ট্রি, নম্বর বসানো, mark entry
ফি আদায়, fee collection, collection
ছবি, photo, picture, gallery
রেকর্ড করা কথা, voice call, ভয়েস কল, voice sms
ছুটি তালিকা, ক্যালেন্ডার, calendar, বর্ষপঞ্জি
অসুস্থতা, sick leave, medical leave, মেডিকেল ছুটি
মাতৃত্বকালীন, maternity, প্রসূতি
প্রত্যয়ন, অধ্যয়নরত, studentship
প্রাক্তন, alumni, সাবেক ছাত্র
নতুন বই, পাঠ্যবই, পাঠ্যপুস্তক, textbook, সরকারি বই, বোর্ড বই
লেনদেনের খরচ, transaction fee, bkash charge
টাকা কেটে, payment failed
মৌখিক, ভাইভা, viva
কক্ষ পরিদর্শক, invigilator, হল গার্ড, exam duty
ছক, নমুনা, sample, format
মাসিক, monthly
দৈনিক, daily
বার্ষিক, annual, yearly
বাজেট, budget
অগ্রিম, advance
ঐচ্ছিক, optional, চতুর্থ বিষয়
অনুমোদন, approval
সংশোধন, correction, edit
যাচাই, verify, verification, জাল, নকল, fake, কিউআর
খোরাকি, খাবার খরচ, ডাইনিং, dining, খাবারের টাকা, meal
সেশন চার্জ, session fee
প্রকাশ, publish, পাবলিশ
ফি নির্ধারণ, ফি ঠিক করা, বেতন ঠিক করা, বেতন নির্ধারণ, fee setup
নিজে থেকেই, অটো, auto, automatic, অটোমেটিক, স্বয়ংক্রিয়
মেলানো, মিলানো, reconciliation
বিবরণী, স্টেটমেন্ট, statement
ফিচার, features, সুবিধা, মডিউল, module, কী কাজ, কী কী কাজ, কেমন কাজ, management, ম্যানেজমেন্ট
কম্পিউটার না জানা, কম্পিউটার পারে না, বয়স্ক
শতকরা, percentage, হার
মোট, total
নাজেরা, নুরানি, মক্তব
ইবতেদায়ি, এবতেদায়ি, ebtedayi
youtube, ইউটিউব, চ্যানেল, channel
- কি কী কত কতো কতটুকু কয়টি কয় কিভাবে কীভাবে কেমনে কেমন কোথায় কোন কোনটি কোনো কেন কবে কখন কে কার কারা যদি তাহলে তবে কিনা নাকি
- জন্য চাই চাইলে চান চাচ্ছি দরকার লাগে লাগবে করব করবো করবে করবেন করাব করাবো করি করতে করে করা করার করলে করেন করানো করছি করছেন হয় হবে হলে হয়ে হলো হচ্ছে
- আছে থাকে থাকলে থাকা থাকবে যায় যাবে যাচ্ছে গেলে গেলো গেছে গেছি যেতে পারি পারব পারবো পারবে পারবেন পারে পারেন দিয়ে দিতে দিব দেয় দেন দিন দেবেন দিলে
- দেওয়া দেব নিতে নিব নিবো নিবেন নিয়ে নেন নেওয়া নেয় নেব নিলে নিয়েছে নিয়েছেন পেতে পাব পাবো পাওয়া পাঠাতে আসে আসলে আসা আসেন এসেছে বানানো বানাতে বানাব চলবে চলে চালাতে চালু
- থেকে হতে মধ্যে সাথে সঙ্গে কাছে কাকে পরে আগে দেখতে দেখা দেখে দেখব দেখান জানতে জানা জানাব জানাবেন জানান জানি জানেন বলে বলতে বলেন বলুন বলব বলবো রাখা রাখতে লেখা লিখতে লিখব
- ও এবং বা আর এর তো না নাই নেই নয় এই সেই এটা খুব আরো আরও অনেক বেশি কিছু সবাই সবার শুধু মতো মত যেন যেমন কিভাবেই গুলো গুলি ছাড়া আলাদা আসছে আসবে আসতে বের জানবে জানাবে বুঝব বুঝতে পায় পাবে পাবেন
- দিবে দিবেন দিবো দেবে দেবো দেয়া দেওয়ার নেওয়ার নেয়ার যাওয়া হইলে হইছে হয়েছে হইব হয়না বানাই রাখি রাখব রাখবো রাখেন লিখি দুই দুইটা দুটি ভালো ভাল লাগলে কেউ কাউকে সবচেয়ে মাধ্যমে এখন যখন আজ কাল কতজন কতদিন কয়টা পর্যন্ত খোলা চালানো পাঠান পাঠাবেন পাঠাতে দিল নাম দিয়ে কাজ কাজে হোক খুঁজছি যাব
- এক একটা একটি সব আমি আমার আমাদের আমাকে আমরা আপনি আপনার আপনাদের আপনারা তাদের তার ভাই স্যার প্লিজ ফ্রি বাংলাদেশ ডিজিটাল সফটওয়্যার সফটওয়ার সিস্টেম
- the a an of for to in on at is are be do does did and or with from by how what where when who which much many can could should would any all some also only just then so its their them they was been up out ra te ta ti gulo der
- i my me we our you your it this that there have has need want get give show tell take takes make will if no not free please plz pls digital software system bangladesh`;

const ignoredLine = /^\s*-/;

let last: { text: string; synonyms: Synonyms } | null = null;

/** An empty text means the defaults, as do ignored words of a text without any. */
export function parseSynonyms(own: string): Synonyms {
  const text = own || builtInSynonyms;
  if (last?.text !== text) last = { text, synonyms: readSynonyms(text) };
  return last.synonyms;
}

function readSynonyms(text: string): Synonyms {
  const lines = text.split('\n');
  const own = lines.filter((line) => ignoredLine.test(line));
  const ignored = own.length > 0 ? own : builtInSynonyms.split('\n').filter((line) => ignoredLine.test(line));
  return {
    groups: lines.filter((line) => !ignoredLine.test(line)).map(phrasesOf),
    ignored: ignoredWords(ignored),
  };
}

/** Validation message, or null. */
export function synonymsFault(text: string): string | null {
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() !== '' && !ignoredLine.test(line) && phrasesOf(line).length < 2)
      return t`Line ${at + 1} has only one word. Write words that mean the same, with commas between them.`;
  }
  return null;
}

function phrasesOf(line: string): Synonyms['groups'][number] {
  return line
    .split(/[,;،]/u)
    .map((phrase) => foldedWords(phrase).map((word) => ({ word, sounds: comparedKeys(word) })))
    .filter((words) => words.length > 0);
}
