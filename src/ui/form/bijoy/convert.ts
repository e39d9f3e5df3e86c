import { besideOthers, early, letters } from './letters.ts';

/** Converts text in the legacy Bijoy encoding (SutonnyMJ and others) to Unicode. URLs and Unicode Bengali stay. */
export function bijoyToUnicode(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (/\S@\S|:\/\/|^www\.|[\u0980-\u09FF]/.test(word) ? word : convertWord(word)))
    .join('')
    .normalize('NFC');
}

function convertWord(word: string): string {
  // Numbers with signs, such as 5±2 or 30°, are not Bijoy.
  if (!/[A-Za-z_`]/.test(word)) return word.replace(/[0-9|]/g, (sign) => letters.get(sign) ?? sign);
  let text = word;
  for (const [sign, letter] of besideOthers) text = text.replace(sign, letter);
  return inOrder([...text].map((sign) => letters.get(sign) ?? sign).join(''));
}

const consonant = '[\u0995-\u09B9\u09CE]\u09BC?';
const cluster = `${consonant}(?:\u200D?\u09CD${consonant})*`;
const vowel = '[\u09BE-\u09CC\u09D7]';

const rephBehind = new RegExp(`(${cluster})(${vowel}?)${early.reph}`, 'gu');
const vowelBefore = new RegExp(`([${early.i}${early.e}${early.oi}])(${cluster})(\u0981?)`, 'gu');

const vowelOf: Record<string, string> = { [early.i]: 'ি', [early.e]: 'ে', [early.oi]: 'ৈ', [early.reph]: '©' };

/** Moves signs behind their letter, as Unicode orders them, and joins signs of two parts. */
function inOrder(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\u09CD{2,}/g, '\u09CD')
    .replace(rephBehind, '\u09B0\u09CD$1$2')
    .replace(vowelBefore, (_all, sign: string, letter: string, moon: string) => letter + vowelOf[sign] + moon)
    .replace(/[\u{E001}-\u{E004}]/gu, (sign) => vowelOf[sign] ?? sign)
    .replace(/\u0981(?=[\u09BE-\u09CC\u09D7])(.)/g, '$1\u0981')
    .replace(/\u09C7(\u0981?)\u09BE/g, '\u09CB$1')
    .replace(/\u09C7(\u0981?)\u09D7/g, '\u09CC$1')
    .replace(/অা/g, 'আ');
}
