/** Placeholders for signs that precede their letter in Bijoy and follow it in Unicode. */
export const early = { i: '\u{E001}', e: '\u{E002}', oi: '\u{E003}', reph: '\u{E004}' } as const;

const rows: [from: string, to: string][] = [
  ['ABCDEFGHIJ', 'অ ই ঈ উ ঊ ঋ এ ঐ ও ঔ'],
  ['KLMNOPQRSTUVWXYZ', 'ক খ গ ঘ ঙ চ ছ জ ঝ ঞ ট ঠ ড ঢ ণ ত'],
  ['_`abcdefghijklmnopqrstu', 'থ দ ধ ন প ফ ব ভ ম য র ল শ ষ স হ ড় ঢ় য় ৎ ং ঃ ঁ'],
  ['vxyz~ƒ‚„Š', 'া ী ু ু ূ ূ ূ ৃ ৗ'],
  ['0123456789|', '০ ১ ২ ৩ ৪ ৫ ৬ ৭ ৮ ৯ ।'],
  ['w†‡ˆ‰©', `${early.i} ${early.e} ${early.e} ${early.oi} ${early.oi} ${early.reph}`],
  // Signs under, beside or behind another letter.
  ['¨ª«Ö', '্য ্র ্র ্র'],
  ['¡^Ÿ¦¢£¥§', '্ব ্ব ্ব ্ব ্ভ ্ভ্র ্ম ্ম'],
  ['¬\u00ADøœúèæ¿‹ŒÍ', '্ল ্ল ্ল ্ন ্প ্ণ ু ্ত্র ্ক ্ক্র ্ত'],
  // First halves of conjuncts.
  ['¤®¯š›˜™', 'ম্ ষ্ স্ ন্ ন্ দ্ দ্'],
  // Whole conjuncts, in alphabetical order.
  ['°±²³´µ¶ÿ·¸º»', 'ক্ক ক্ট ক্ষ্ম ক্ত ক্ম ক্র ক্ষ ক্ষ ক্স গু গ্দ গ্ধ'],
  ['¼½¾ÀÁÂÃÄÅ', 'ঙ্ক ঙ্গ জ্জ জ্ঝ জ্ঞ ঞ্চ ঞ্ছ ঞ্জ ঞ্ঝ'],
  ['ÆÇÈÉÊËÌÎ', 'ট্ট ড্ড ণ্ট ণ্ঠ ণ্ড ত্ত ত্থ ত্র'],
  ['Ï×ØÙÚÛÜÝ', 'দ্দ দ্ধ দ্ব দ্ম ন্ঠ ন্ড ন্ধ ন্স'],
  ['Þßàáâãäåç', 'প্ট প্ত প্প প্স ব্জ ব্দ ব্ধ ভ্র ম্ফ'],
  ['éêëìíî', 'ল্ক ল্গ ল্ট ল্ড ল্প ল্ফ'],
  ['ïðñòóôõö÷ù', 'শু শ্চ শ্ছ ষ্ণ ষ্ট ষ্ঠ ষ্ফ স্খ স্ট স্ফ'],
  ['ûüýþ', 'হু হৃ হ্ন হ্ম'],
  ['ÒÓÔÕÑÐ', '“ ” ‘ ’ — –'],
];

export const letters = new Map(
  rows.flatMap(([from, to]) => {
    const targets = to.split(' ');
    return [...from].map((letter, at): [string, string] => [letter, targets[at] ?? letter]);
  }),
);

/** Signs that are letters only beside certain others. */
export const besideOthers: [RegExp, string][] = [
  [/(?<=[š¯])‘/g, '্তু'],
  [/(?<=[š¯])’/g, '্থ'],
  [/(?<=[š¯])—/g, '্ত'],
  [/(?<=[iªÖ«])“/g, 'ু'],
  [/”(?=[PQT])/g, 'চ্'],
  [/•(?=[LNg¶ÿ])/g, 'ঙ্'],
  [/(?<=[K-Z_`a-n¡-ÿ‹])…(?=\S)/g, 'ৃ'],
  [/(?<=[K-Z_`a-q¡-ÿ])&/g, '্\u200C'],
  [/i¨/g, 'র\u200D্য'],
];
