import type { SampleOfKinds } from '#content/kinds.server.ts';

/** One list for all: it stands once on the page of prices. */
const note = lines([
  'এসএমএস: প্রতিটি ৫০ পয়সা, শুধু যা পাঠাবেন।',
  'আঙুলের ছাপ বা কার্ডের যন্ত্র: আলাদা কিনতে হয়; মোবাইলে হাজিরা নিলে লাগে না।',
  'ওয়েবসাইটের নিজের ডোমেইন: বছরে একবার, আলাদা।',
  'ব্যাংক বা মোবাইল ব্যাংকিংয়ে ফি নিলে: লেনদেনের খরচ; অভিভাবক দেবেন না প্রতিষ্ঠান, আপনারাই ঠিক করবেন।',
  'রেকর্ড করা কথা ফোনে শোনানো: যত কল, তত খরচ।',
]);

const first = ['ভর্তি ব্যবস্থাপনা', 'হাজিরা ও উপস্থিতি', 'বেতন ও ফি আদায়', 'পরীক্ষা ও ফলাফল', 'নোটিশ ও এসএমএস', 'ফোনে সহায়তা'];
const second = [
  ...first,
  'ক্লাস রুটিন',
  'যন্ত্রে হাজিরা',
  'সনদ ও পরিচয়পত্র',
  'অভিভাবকের অ্যাপ',
  'অ্যাপে ফি জমা',
  'প্রতিষ্ঠানের ওয়েবসাইট',
  'প্রতিষ্ঠানে এসে দুই দিন প্রশিক্ষণ',
];
const third = [...second, 'হিসাবরক্ষণ', 'শিক্ষক ও বেতন', 'লাইব্রেরি', 'একাধিক শাখা ও শিফট'];
const fourth = [...third, 'বছরে দুইবার প্রতিষ্ঠানে এসে প্রশিক্ষণ', 'সহায়তার জন্য নির্দিষ্ট একজন'];
const madrasa = ['ইবতেদায়ি থেকে আলিম, সব স্তর', 'হিফজ বিভাগের সবক ও খতমের খাতা'];

const sprout = { audience: 'ছোট প্রতিষ্ঠান, এক শিফট', includes: lines(first), students_to: 300 };
const leaf = {
  audience: 'মাঝারি প্রতিষ্ঠান',
  includes: lines(second),
  students_from: 301,
  students_to: 800,
  recommended: 1,
};
const tree = { audience: 'বড় প্রতিষ্ঠান, একাধিক শাখা', includes: lines(third), students_from: 801 };

export const packageCategories: SampleOfKinds['packages'] = [
  {
    name: 'স্কুল ও কিন্ডারগার্টেন',
    note,
    sms_price: '0.50',
    packages: [
      { ...sprout, package_name: 'অঙ্কুর', installation_cost: '5000', monthly_charge: '800' },
      { ...leaf, package_name: 'পল্লব', installation_cost: '8000', monthly_charge: '1500' },
      { ...tree, package_name: 'মহীরুহ', installation_cost: '12000', monthly_charge: '2500' },
    ],
  },
  {
    name: 'কলেজ',
    note,
    sms_price: '0.50',
    packages: [
      { ...leaf, students_from: null, package_name: 'পল্লব', installation_cost: '10000', monthly_charge: '2000' },
      { ...tree, students_to: 2000, package_name: 'মহীরুহ', installation_cost: '15000', monthly_charge: '3500' },
      {
        audience: 'খুব বড় কলেজ, অনার্সসহ',
        includes: lines(fourth),
        students_from: 2001,
        package_name: 'বনানী',
        installation_cost: '25000',
        monthly_charge: '5000',
      },
    ],
  },
  {
    name: 'মাদ্রাসা',
    note,
    sms_price: '0.50',
    packages: [
      {
        ...sprout,
        includes: lines([...madrasa, ...first]),
        package_name: 'অঙ্কুর',
        installation_cost: '4000',
        monthly_charge: '700',
      },
      {
        ...leaf,
        includes: lines([...madrasa, ...second]),
        package_name: 'পল্লব',
        installation_cost: '7000',
        monthly_charge: '1200',
      },
      {
        ...tree,
        includes: lines([...madrasa, ...third]),
        package_name: 'মহীরুহ',
        installation_cost: '11000',
        monthly_charge: '2000',
      },
    ],
  },
  {
    name: 'কোচিং ও কারিগরি',
    note,
    sms_price: '0.50',
    packages: [
      { ...sprout, package_name: 'অঙ্কুর', installation_cost: '4500', monthly_charge: '900' },
      { ...leaf, students_to: null, package_name: 'পল্লব', installation_cost: '7500', monthly_charge: '1400' },
      {
        package_name: 'একাধিক শাখা',
        audience: 'দুই বা বেশি শাখা',
        includes: lines(third),
        installation_cost: 'আলোচনা সাপেক্ষে',
        monthly_charge: 'আলোচনা সাপেক্ষে',
      },
    ],
  },
];

function lines(things: string[]): string {
  return things.join('\n');
}

export const testimonials: SampleOfKinds['testimonials'] = [
  {
    name: 'রাশেদা খাতুন',
    position: 'প্রধান শিক্ষক, রূপসা আদর্শ উচ্চ বিদ্যালয়',
    description: 'আগে মাস শেষে বকেয়া বেতনের তালিকা করতে দুই দিন লাগত। এখন বিকেলে বসে এক কাপ চা শেষ হওয়ার আগেই তালিকা হাতে পাই।',
    picture: 'portrait-1',
  },
  {
    name: 'মাওলানা নুরুল ইসলাম',
    position: 'অধ্যক্ষ, দারুল হিকমা আলিম মাদ্রাসা',
    description: 'আমাদের শিক্ষকেরা কম্পিউটারে অভ্যস্ত নন। মোবাইলে বাংলায় হাজিরা নেওয়া যায় বলে প্রথম সপ্তাহেই সবাই শিখে গেছেন।',
    picture: 'portrait-2',
  },
  {
    name: 'অনিমেষ হালদার',
    position: 'সহকারী প্রধান শিক্ষক, নদীপাড় মডেল স্কুল',
    description: 'নম্বর তোলার সময় যোগফল নিজে থেকেই মিলে যায়। ফলাফলের আগের রাতে আর কাউকে স্কুলে থেকে যেতে হয় না।',
    picture: 'portrait-3',
  },
  {
    name: 'সাবরিনা মাহবুব',
    position: 'অধ্যক্ষ, বকুলবীথি মহিলা কলেজ',
    description: 'ভর্তির সময় লাইনে ভিড় থাকত সকাল থেকে। এবার অভিভাবকেরা ঘরে বসে আবেদন করেছেন, আমরা শুধু কাগজ মিলিয়ে দেখেছি।',
    picture: 'portrait-4',
  },
  {
    name: 'গোলাম রাব্বানী',
    position: 'হিসাবরক্ষক, পলাশডাঙা স্কুল ও কলেজ',
    description: 'দিনের আদায় আর ব্যাংকের জমা এখন এক পাতায় পাশাপাশি দেখি। অমিল থাকলে সেদিনই ধরা পড়ে।',
    picture: null,
  },
  {
    name: 'তাহমিনা আক্তার',
    position: 'প্রধান শিক্ষক, কাশবন কিন্ডারগার্টেন',
    description: 'ছোট বাচ্চা স্কুলে না পৌঁছালে মায়েরা সকালেই বার্তা পান। বার্তা না এলে তাঁরা নিশ্চিন্ত।',
    picture: 'portrait-5',
  },
  {
    name: 'মোস্তাফিজ চৌধুরী',
    position: 'পরিচালক, ধানগাঁও কারিগরি ইনস্টিটিউট',
    description:
      'তিন শিফটের রুটিন হাতে করতে গেলে কোথাও না কোথাও একই শিক্ষকের দুই ক্লাস একসঙ্গে পড়ত। এখন সেটা লেখার সময়ই দেখিয়ে দেয়।',
    picture: 'portrait-6',
  },
  {
    name: 'শিপ্রা রানী বিশ্বাস',
    position: 'অফিস সহকারী, শালুকবিল উচ্চ বিদ্যালয়',
    description: 'ফোন করলে কেউ না কেউ ধরেন, আর বাংলায় বুঝিয়ে দেন। এই ভরসাটুকুর জন্যই কাজটা সহজ লাগে।',
    picture: null,
  },
];

// Ids that a film could have and none has, as far as we know.
export const videos: SampleOfKinds['videos'] = [
  {
    gallery_title: 'নমুনা: এক মিনিটে শ্রেণির হাজিরা নেওয়ার নিয়ম',
    gallery_link: 'https://www.youtube.com/watch?v=prangon0004',
  },
  { gallery_title: 'নমুনা: ফলাফল প্রকাশ, নম্বর তোলা থেকে অনুমোদন', gallery_link: 'https://youtu.be/prangon0008' },
  { gallery_title: 'নমুনা: দিন শেষে ফি আদায়ের হিসাব মেলানো', gallery_link: 'https://www.youtube.com/watch?v=prangon000A' },
];

export const downloads: SampleOfKinds['downloads'] = [
  { title: 'প্রতিষ্ঠানপ্রধানের নির্দেশিকা', file: 'guide-head-teacher.pdf' },
  { title: 'শিক্ষার্থীর তথ্য তোলার ছক', file: 'student-data-form.pdf' },
  { title: 'অনলাইন ভর্তি ফরমের নমুনা', file: 'online-admission-form.pdf' },
  { title: 'মাসিক হাজিরা খাতার নমুনা', file: 'attendance-sheet.pdf' },
  { title: 'ফি আদায়ের রসিদের নমুনা', file: 'fee-receipt.pdf' },
];
