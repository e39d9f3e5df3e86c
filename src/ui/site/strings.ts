import { bengaliDigits } from '#api/text.ts';

/** Texts of the specification are kept word for word, with a Bengali line beside them. */
export const sharedStrings = {
  empty: 'Data Not Found!',
  emptyLine: 'এখানে এখনো কিছু রাখা হয়নি।',
  retry: 'আবার চেষ্টা',
  close: 'বন্ধ করুন',
  checkConnection: 'ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন।',
  previous: 'আগের',
  pause: 'থামান',
  play: 'চালান',
  next: 'পরের',
  carousel: 'ক্যারোসেল',
  slide: 'স্লাইড',
  row: 'পাশে সরিয়ে দেখুন',
  position: (number: number, total: number) => bengaliDigits(`${total}টির মধ্যে ${number}`),
  notices: 'বার্তা',
  table: 'সারণি',
  film: 'ভিডিওটি ইউটিউবে দেখুন',
  share: 'শেয়ার করুন',
  shareOn: { app: 'অন্য অ্যাপে পাঠান', facebook: 'ফেসবুকে শেয়ার করুন', whatsapp: 'হোয়াটসঅ্যাপে পাঠান', messenger: 'মেসেঞ্জারে পাঠান' },
  copyLink: 'লিংক কপি করুন',
  copied: 'লিংক কপি হয়েছে।',
  notCopied: 'কপি করা গেল না। ঠিকানার ঘর থেকে লিংকটি নিন।',
  call: 'ফোন করুন',
  home: 'হোম',
  breadcrumb: 'আপনি এখানে',
} as const;
