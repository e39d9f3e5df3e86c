import { expect, test } from 'vitest';
import { isEasilyGuessed } from './passwords.server.ts';

const names = ['Tanvir Hasan', 'tanvir.h@shikkhaghar.example', 'শিক্ষাঘর', 'www.shikkhaghar.example'];

test.each([
  '1234567890',
  'qwertyuiop',
  '1q2w3e4r5t',
  'P@ssw0rd123',
  'PASSWORD12',
  'iloveyou12',
  'abababababab',
  'abcdefghij',
  '১২৩৪৫৬৭৮৯০',
  'কখগঘঙচছজঝঞ',
  'ক'.repeat(128),
  '1234567890'.repeat(12),
  ' '.repeat(10),
  '\u00a0\u2003'.repeat(5),
  'tanvirhasan',
  'tanvir.h@shikkhaghar.example',
  'শিক্ষাঘর২০২৬',
  'prangon@1990',
  '01712345678',
  '+880 1712-345678',
  '০১৭১২৩৪৫৬৭৮',
  'rahim01712345678',
  '1712345678a',
])('%s is easily guessed', async (password) => {
  expect(await isEasilyGuessed(password, names)).toBe(true);
});

test.each([
  'শিউলি ফুটেছে',
  'সাতটি নৌকা ভেসে যায়',
  'tea-boat-lamp',
  'kq7-vxw2-mmd',
  'correct horse battery',
  'abcd-efgh-jkmn-pqrs',
  'tanvir drinks tea',
  'ধানের শীষ ২০২৬',
  'dhaka rains on tin',
  'three-pens-2026',
  'x7$Kq92!mZ',
  'ফড়িং বেগুনি চেয়ার',
  'ঢাকায় ঘুড়ি ওড়ে বিকেলে',
  'Tk9#mirpurWvz8q',
  'padma cactus mirror',
])('%s is not, though a known word may be in it', async (password) => {
  expect(await isEasilyGuessed(password, names)).toBe(false);
});

/** Of each kind that attackers in Bangladesh try: names, years, places, products, months, keyboards, in both scripts. */
const local = `
ami tomake valobashi|আমার সোনার বাংলা|sheikhhasina1|shakib75shakib|mirpur12mirpur|gulshan2dhaka|hasan@hasan12|Bangla_Desh_71
Dhaka-Sylhet-1|robindronath1861|Md.Rahim1985|correct horse|prangon.admin|school@prangon1|Prangan@2026|প্রাঙ্গণ১২৩৪|প্রাঙ্গন স্কুল
Shikkha-Ghar_26|shikhaghar.login|SikkhaGhor!123|শিক্ষা ঘর ২০২৬|sh1kkh@gh@r9|Shikkhaghor#Dhaka
rahim.karim.99|Abdul Karim 1972|রহিম করিম ৭১|Nusrat_Jahan22|fatema-begum-1|মো. কামাল ২০০১|rahimuddin1971|Sohel+Rana+88|নুসরাত জাহান
uttara sector 10|Chattogram#31|চট্টগ্রাম সিলেট|khulna2khulna|Dhanmondi-32|ঢাকা মিরপুর ১২|Cox's Bazar 1|রাজশাহী৬১০০|barishal.barisal
January@2026|december-2025|Boishakh1433|পহেলা বৈশাখ|falgun#choitro|মার্চ ২৬ ১৯৭১|16 December 71|Eid Mubarak 26|bijoy dibosh 16
qwerty-dhaka-1|asdf.zxcv.qwer|Qwerty@Bangla|ঙযডপটচজহগড়|asdfgh rahim 1|qazwsx123dhaka
student.login1|Teacher@School|attendance2026|School Software 1|শিক্ষক শিক্ষার্থী|office admin 11|Madrasa.Admin1|স্কুল পাসওয়ার্ড
bKash-Nagad-1|grameenphone017|Robi Airtel 018|বিকাশ নগদ ১২৩
tumi amar jaan|amar maa baba 1|I love dhaka 1|Allah_hu_Akbar7|বিসমিল্লাহ ১২৩|joy bangla 1971|জয় বাংলা ৭১|bhalobashi tomay|b@ngl@d3sh-71
Bangladesh@123|আমারসোনারবাংলা|bh@l0b@$h1সোনার786|$h@pl@-j0yb@ngl@111|te@cher.$ch00l৭১|grameenphone1234grameenphone1234|1971banglaboishakh`
  .split(/[|\n]/)
  .filter(Boolean);

test('of local guesses at most a few are taken', async () => {
  const taken: string[] = [];
  for (const password of local) if (!(await isEasilyGuessed(password, names))) taken.push(password);
  expect(local.length).toBeGreaterThan(70);
  expect(taken).toEqual([]);
});
