import { p } from '../../html.ts';
import type { Sheet } from './sheet.ts';
import { bengaliDigits, boxes, field, signatures } from './sheet.ts';

const photo =
  '<div style="position:absolute;right:0;top:0;width:32mm;height:38mm;border:.3mm dashed #728076;border-radius:1mm;display:grid;place-items:center;font-size:9pt;color:#55655c">ছবি</div>';

const admissionPage = [
  `<div style="position:relative;padding-right:38mm">${photo}`,
  field('শিক্ষার্থীর নাম (বাংলায়)', 'রাইসা ইসলাম'),
  field('শিক্ষার্থীর নাম (ইংরেজিতে)', 'RAISA ISLAM'),
  boxes('জন্ম নিবন্ধন নম্বর', 17),
  '</div><div class="cols">',
  boxes('জন্মতারিখ (দিন, মাস, বছর)', 8, '14032014'),
  field('রক্তের গ্রুপ'),
  field('যে শ্রেণিতে ভর্তি হতে চান', 'সপ্তম'),
  field('আগের প্রতিষ্ঠান ও শ্রেণি', 'কাশবন কিন্ডারগার্টেন, ষষ্ঠ'),
  '</div><h2>অভিভাবক</h2><div class="cols">',
  field('বাবার নাম'),
  field('মায়ের নাম'),
  boxes('মোবাইল নম্বর (বার্তা যাবে)', 11, '01700000000'),
  field('অন্য কারও সঙ্গে থাকলে তাঁর নাম ও সম্পর্ক'),
  '</div>',
  field('বর্তমান ঠিকানা'),
  '<h2>কাগজপত্র</h2><div class="cols">',
  ...['জন্ম নিবন্ধনের কপি', 'দুই কপি ছবি', 'আগের প্রতিষ্ঠানের ছাড়পত্র', 'শেষ পরীক্ষার নম্বরপত্র'].map(
    (paper) =>
      `<p><span style="display:inline-block;width:4mm;height:4mm;border:.3mm solid #728076;vertical-align:-.6mm;margin-right:2.5mm"></span>${paper}</p>`,
  ),
  '</div>',
  `<div class="note">${p('লেখা ঘরগুলো নমুনা। অনলাইনে এই ঘরগুলোই মোবাইলে পূরণ করা যায়, জমা দিলে আবেদন নম্বরসহ বার্তা আসে।')}</div>`,
  signatures('অভিভাবকের স্বাক্ষর ও তারিখ', 'ভর্তি কমিটির স্বাক্ষর'),
].join('');

export const admissionForm: Sheet = {
  fileName: 'online-admission-form.pdf',
  title: 'অনলাইন ভর্তি ফরমের নমুনা',
  lead: 'শিক্ষাবর্ষ ২০২৭ · অনলাইনে যে ঘরগুলো থাকে, কাগজেও সেগুলোই।',
  pages: [admissionPage],
};

const students = [
  'আয়েশা সিদ্দিকা',
  'তানভীর আহমেদ',
  'রাইসা ইসলাম',
  'শুভ্র চক্রবর্তী',
  'মিম আক্তার',
  'সৌরভ দাস',
  'নাফিস রহমান',
  'জান্নাতুল ফেরদৌস',
];

function attendanceTable(): string {
  const days = Array.from({ length: 30 }, (_, index) => index + 1);
  const head = days.map((day) => `<th>${bengaliDigits(day)}</th>`).join('');
  const rows = Array.from({ length: 21 }, (_, index) => attendanceRow(index, days)).join('');
  return `<div class="tab">সপ্তম শ্রেণি, শাখা ক · নভেম্বর ২০২৬</div><table class="ledger grid"><tr><th class="n">রোল</th><th style="width:44mm;text-align:left;padding-left:2mm">শিক্ষার্থী</th>${head}<th style="width:12mm">মোট</th></tr>${rows}</table>`;
}

// The first week is filled in, to show how the sheet is kept.
function attendanceRow(index: number, days: number[]): string {
  const name = students[index] ?? '';
  const cells = days
    .map(
      (day) =>
        `<td${isFriday(day) ? ' style="background:#eef0e7"' : ''}>${name && day <= 8 ? dayMark(index, day) : ''}</td>`,
    )
    .join('');
  return `<tr><td class="n">${bengaliDigits(index + 1)}</td><td>${name}</td>${cells}<td></td></tr>`;
}

function isFriday(day: number): boolean {
  return new Date(Date.UTC(2026, 10, day)).getUTCDay() === 5;
}

function dayMark(index: number, day: number): string {
  if (isFriday(day)) return '';
  if ((index * 5 + day * 3) % 11 === 0) return '<b style="color:#b91a28">অ</b>';
  return '<svg viewBox="0 0 10 10" width="7" height="7"><path d="M1 5L4 8L9 2" fill="none" stroke="#0a5d40" stroke-width="1.6"/></svg>';
}

export const attendanceSheet: Sheet = {
  fileName: 'attendance-sheet.pdf',
  title: 'মাসিক হাজিরা খাতার নমুনা',
  lead: 'উপস্থিত হলে টিক, অনুপস্থিত হলে ‘অ’, ছুটিতে থাকলে ‘ছ’, পথে দেরি হলে ‘দ’ লিখুন।',
  landscape: true,
  pages: [attendanceTable()],
};

const studentColumns = [
  'নাম (বাংলায়)',
  'নাম (ইংরেজিতে)',
  'জন্মতারিখ',
  'শ্রেণি',
  'শাখা',
  'রোল',
  'অভিভাবকের নাম',
  'মোবাইল নম্বর',
  'মাসিক ফি',
];
const studentExamples = [
  ['আয়েশা সিদ্দিকা', 'Ayesha Siddika', '০৫-০২-২০১৪', 'সপ্তম', 'ক', '১', 'মো. আবু তাহের', '০১৭০০-০০০০০১', '৬০০'],
  ['শুভ্র চক্রবর্তী', 'Shubhra Chakraborty', '২১-০৯-২০১৩', 'সপ্তম', 'ক', '৪', 'মালতী চক্রবর্তী', '০১৭০০-০০০০০৪', '৬০০'],
];

function studentTable(): string {
  const widths = [40, 42, 24, 16, 12, 12, 42, 30, 18];
  const head = studentColumns.map((name, index) => `<th style="width:${widths[index] ?? 20}mm">${name}</th>`).join('');
  const rows = Array.from({ length: 12 }, (_, index) => {
    const cells = studentColumns.map(
      (_name, column) =>
        `<td style="height:8.4mm;padding:.6mm 2mm;font-size:9pt">${studentExamples[index]?.[column] ?? ''}</td>`,
    );
    return `<tr><td class="n">${bengaliDigits(index + 1)}</td>${cells.join('')}</tr>`;
  });
  return `<div class="tab">শিক্ষার্থীর তথ্য</div><table class="ledger"><tr><th class="n">ক্রম</th>${head}</tr>${rows.join('')}</table>`;
}

export const studentDataForm: Sheet = {
  fileName: 'student-data-form.pdf',
  title: 'শিক্ষার্থীর তথ্য তোলার ছক',
  lead: 'এক শাখার জন্য এক পাতা। প্রথম দুই সারি নমুনা, বাকিগুলো পূরণ করে ছবি তুলে পাঠালেও আমরা তুলে দেব।',
  landscape: true,
  pages: [studentTable()],
};
