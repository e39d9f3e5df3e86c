import { bengaliDigits } from './bengali.ts';

/** What the building blocks say. Texts of the specification are kept word for word, with a Bengali line beside them. */
export const words = {
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
} as const;
