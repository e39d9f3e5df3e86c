import { h2, p, ul } from '../../html.ts';
import { packageCategories } from '../../lists.ts';
import type { Sheet } from './sheet.ts';
import { bengaliDigits, ledger, signatures } from './sheet.ts';

const grouped = new Intl.NumberFormat('bn-BD');

function taka(cost: string): string {
  return /^\d+$/.test(cost) ? `৳ ${grouped.format(Number(cost))}` : cost;
}

const priceGroups = packageCategories.map(({ name, packages }) =>
  ledger(
    name,
    ['প্যাকেজ', 'ইনস্টলেশন খরচ', 'মাসিক চার্জ'],
    packages.map((row) => [`<b>${row.name}</b>`, taka(row.installationCost), taka(row.monthlyCharge)]),
    2,
  ),
);

export const priceList: Sheet = {
  fileName: 'price-list.pdf',
  title: 'প্যাকেজ ও খরচের তালিকা',
  lead: 'লুকানো খরচ নেই। খাতায় যা লেখা, সেটুকুই।',
  pages: [
    `<div class="tight">${priceGroups.join('')}</div>` +
      h2('জেনে রাখুন') +
      ul(
        'ইনস্টলেশন খরচ একবারই দিতে হয়। এর মধ্যে তথ্য তোলা ও দুই দিনের প্রশিক্ষণ ধরা আছে।',
        'এসএমএসের খরচ আলাদা, যত পাঠাবেন ততটুকুই।',
        'প্রথম এক মাস দেখে নিন, পছন্দ না হলে মাসিক চার্জ লাগবে না।',
      ),
  ],
};

const paid = [
  ['সেপ্টেম্বর মাসের বেতন', '৬০০'],
  ['অক্টোবর মাসের বেতন', '৬০০'],
  ['বার্ষিক পরীক্ষার ফি', '৩০০'],
];

function receiptPart(owner: string): string {
  const facts = [
    ['রসিদ নম্বর', '২০২৬-০৪১৮৭'],
    ['তারিখ', '৫ নভেম্বর ২০২৬'],
    ['শিক্ষার্থী', 'রাইসা ইসলাম'],
    ['শ্রেণি ও রোল', `সপ্তম, শাখা ক, রোল ${bengaliDigits(3)}`],
  ];
  const about = facts
    .map(
      ([name = '', value = '']) =>
        `<p><span style="color:#55655c;display:inline-block;width:30mm">${name}</span><b>${value}</b></p>`,
    )
    .join('');
  const total =
    '<p style="display:flex;justify-content:space-between;margin-top:-3mm"><span>কথায়: এক হাজার পাঁচ শ টাকা মাত্র</span><b>মোট ৳ ১,৫০০</b></p>';
  const stamp = `<p style="display:flex;justify-content:space-between"><b>নদীপাড় মডেল স্কুল</b><span class="stamp">${owner}</span></p>`;
  return `${stamp}<div class="cols">${about}</div>${ledger('ফি আদায়ের রসিদ', ['বিবরণ', 'টাকা'], paid, 1)}${total}${signatures('আদায়কারীর স্বাক্ষর', 'অভিভাবকের স্বাক্ষর')}`;
}

export const feeReceipt: Sheet = {
  fileName: 'fee-receipt.pdf',
  title: 'ফি আদায়ের রসিদের নমুনা',
  lead: 'ওপরের অংশ অভিভাবকের, নিচের অংশ অফিসের। মাঝের সেলাই বরাবর কেটে নিন।',
  pages: [`${receiptPart('অভিভাবকের অংশ')}<div class="cut"></div>${receiptPart('অফিসের অংশ')}${p('')}`],
};
