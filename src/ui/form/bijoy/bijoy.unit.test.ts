import { describe, expect, test } from 'vitest';
import { bijoyToUnicode } from './convert.ts';
import { looksLikeBijoy } from './suspect.ts';

/** Each as it was typed, and what it says. */
const pairs = [
  'Avwg আমি, Avgvi আমার, †mvbvi সোনার, evsjv বাংলা, Zzwg তুমি, evsjv‡`k বাংলাদেশ, we`¨vjq বিদ্যালয়',
  'wkÿv শিক্ষা, wk¶v শিক্ষা, wkÿK শিক্ষক, wkÿv_©x শিক্ষার্থী, QvÎ ছাত্র, QvÎx ছাত্রী, cixÿv পরীক্ষা',
  'djvdj ফলাফল, fwZ© ভর্তি, †eZb বেতন, iwk` রশিদ, weÁvb বিজ্ঞান, weÁwß বিজ্ঞপ্তি, †bvwUk নোটিশ',
  'cÖavb প্রধান, cÖwZôvb প্রতিষ্ঠান, gv`ªvmv মাদ্রাসা, K‡jR কলেজ, ¯‹zj স্কুল, †kÖwY শ্রেণি',
  'Kg©m~wP কর্মসূচি, Kg©x কর্মী, ag© ধর্ম, m~h© সূর্য, wb‡`©k নির্দেশ, `y‡h©vM দুর্যোগ, mZ¨ সত্য',
  'we`¨v বিদ্যা, D‡`¨vM উদ্যোগ, Ab¨ অন্য, KvR কাজ, MÖvg গ্রাম, cÖ_g প্রথম, wØZxq দ্বিতীয়',
  'Z…Zxq তৃতীয়, PZz_© চতুর্থ, cÂg পঞ্চম, lô ষষ্ঠ, mßg সপ্তম, Aóg অষ্টম, beg নবম, `kg দশম',
  '¯^vaxbZv স্বাধীনতা, gyw³hy× মুক্তিযুদ্ধ, fvlv ভাষা, knx` শহীদ, w`em দিবস, mv‡eK সাবেক',
  '¯^v¯’¨ স্বাস্থ্য, ¯’vb স্থান, Ae¯’v অবস্থা, wbišÍi নিরন্তর, mg¯Í সমস্ত, gš¿x মন্ত্রী, kvwšÍ শান্তি',
  'kvwš— শান্তি, hš¿ যন্ত্র, Avb›` আনন্দ, mÜ¨v সন্ধ্যা, eÜ বন্ধ, jÿ¨ লক্ষ্য, `ÿ দক্ষ, m¤ú` সম্পদ',
  'm¤ú~Y© সম্পূর্ণ, m¤^Ü সম্বন্ধ, m¤§vb সম্মান, m¤¢e সম্ভব, e½ বঙ্গ, evOvwj বাঙালি, A¼ অঙ্ক',
  'e¨_© ব্যর্থ, e¨vsK ব্যাংক, e¨e¯’v ব্যবস্থা, Puv` চাঁদ, cuvP পাঁচ, Mvu গাঁ, Kzuwo কুঁড়ি',
  '†Kv_vI কোথাও, evwo বাড়ি, Mvp গাঢ়, nVvr হঠাৎ, `ytL দুঃখ, FZz ঋতু, Drme উৎসব, HwZn¨ ঐতিহ্য, Jla ঔষধ',
  '‰kke শৈশব, ‰bwZK নৈতিক, †gŠwjK মৌলিক, †cŠi পৌর, K…wl কৃষি, e„wó বৃষ্টি, `„wó দৃষ্টি',
  'ms¯‹…wZ সংস্কৃতি, iƒc রূপ, iæwP রুচি, ¸Yx গুণী, ïay শুধু, ü`q হৃদয়, e¯‘ বস্তু, wKš‘ কিন্তু',
  '¯¿x স্ত্রী, w¯’i স্থির, AvšÍR©vwZK আন্তর্জাতিক, wPwÎZ চিত্রিত, GKwU একটি, D”P উচ্চ, mvg_¨© সামর্থ্য',
  'e„nËi বৃহত্তর, j¾v লজ্জা, ivóª রাষ্ট্র, i¨ve র‍্যাব, wb›`v নিন্দা, Avjøvn আল্লাহ, cwðg পশ্চিম',
  'cÖkœ প্রশ্ন, Z…òv তৃষ্ণা, wPý চিহ্ন, evK&k³ বাক্‌শক্ত, Aa¨vcK অধ্যাপক, gš¿Yvjq মন্ত্রণালয়',
  'µxov ক্রীড়া, cwiÿv_©xiv পরিক্ষার্থীরা, we‡kl বিশেষ, AvZ¥v আত্মা, R¡i জ্বর, kã শব্দ, åvZv ভ্রাতা',
  'jMœ লগ্ন, ¯œvb স্নান',
].flatMap((line) => line.split(', ').map((pair) => pair.split(' ')));

describe('Bijoy becomes Unicode', () => {
  test.each(pairs)('%s is %s', (bijoy = '', unicode = '') => {
    expect(bijoyToUnicode(bijoy)).toBe(unicode.normalize('NFC'));
  });

  test('with its digits, its punctuation, its lines, and without what is none', () => {
    expect(pairs.length).toBeGreaterThan(100);
    const text = 'Ôbex‡bi wVKvbvÕ, 15,000/- UvKv|\n¯‹zj: info@school.edu.bd (2026) বাংলা';
    expect(bijoyToUnicode(text)).toBe('‘নবীনের ঠিকানা’, ১৫,০০০/- টাকা।\nস্কুল: info@school.edu.bd (২০২৬) বাংলা');
    expect(bijoyToUnicode('30° ±5 ÷ 1990–2026')).toBe('৩০° ±৫ ÷ ১৯৯০–২০২৬');
  });
});

describe('Bijoy is recognised', () => {
  test.each([
    'Avgvi †mvbvi evsjv, Avwg †Zvgvq fv‡jvevwm|',
    'evsjv‡`k',
    'evwl©K µxov cÖwZ‡hvwMZv 2026',
    'fwZ© weÁwß',
    'G eQi cÖ_g †kÖwY‡Z fwZ©i Rb¨ Av‡e`b MÖnY Kiv n‡”Q|',
    '‡`‡ki me we`¨vjq eÜ',
    'Avgvi bvg iwng Avwg XvKvq _vwK evsjv cwo',
  ])('%s', (text) => expect(looksLikeBijoy(text)).toBe(true));
});

describe('What is no Bijoy is left alone', () => {
  test.each([
    'The school is closed on Thursday because of the flood; classes go on from Sunday.',
    'Annual Sports Day 2026: results of class VII, VIII and IX',
    'Prangon™ School Software © 2026, all rights reserved',
    'Acme© and Prangon® are names†; ‡see below. † denotes absence',
    '†Corresponding author',
    '†denotes significance',
    '‡Vaccinated pupils only',
    'Café Müller, naïve façade, El Niño, São Paulo, Ångström, Háy, L’Haÿ-les-Roses',
    '“Don’t worry,” she said — it’s 30°C ± 2, 5 µm, 10 m², ½ cup, £5, §4…',
    'https://prangon.example/news/details/7?utm_source=dev&v=2',
    'office@school.edu.bd',
    'const env = dev; svgBox.avgTime(csv, tsv);',
    'svg avg dvd csv tsv env gov div nav rev',
    'Kv9#xPqz!vBn7',
    'navbar kvStore envFile csvData mvn div dvds',
    'Rahim, Karim and 12 others',
    'আমার সোনার বাংলা, আমি তোমায় ভালোবাসি।',
    '01711-223344',
    'SSC HSC JSC GPA 5.00 ICT',
    'MacBook iPhone eBay YouTube LaTeX',
    '• first point\n• second point\n· third',
    'Ctrl+V pastes, Ctrl+Z undoes it',
    'Chevron savvy louvre manoeuvre',
    '',
  ])('%s', (text) => expect(looksLikeBijoy(text)).toBe(false));
});
