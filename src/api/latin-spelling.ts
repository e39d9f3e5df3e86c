/** Romanised consonants, longest first, with the usual Bengali letter and an alternative of the same sound. */
const consonants: [string, string, string?][] = [
  ['chh', 'ছ'],
  ['kh', 'খ'],
  ['gh', 'ঘ'],
  ['ch', 'চ'],
  ['jh', 'ঝ'],
  ['th', 'থ', 'ঠ'],
  ['dh', 'ধ', 'ঢ'],
  ['ph', 'ফ'],
  ['bh', 'ভ'],
  ['sh', 'শ'],
  ['ng', 'ং'],
  ['k', 'ক'],
  ['q', 'ক'],
  ['g', 'গ'],
  ['c', 'চ'],
  ['j', 'জ', 'য'],
  ['z', 'জ', 'য'],
  ['t', 'ত', 'ট'],
  ['d', 'দ', 'ড'],
  ['n', 'ন'],
  ['p', 'প'],
  ['f', 'ফ'],
  ['b', 'ব'],
  ['v', 'ভ'],
  ['m', 'ম'],
  ['y', 'য়'],
  ['r', 'র'],
  ['l', 'ল'],
  ['s', 'স'],
  ['h', 'হ'],
  ['w', 'ও'],
  ['x', 'ক্স'],
];

/** Independent vowel, vowel sign after a consonant, and the long sign. */
const vowels: [string, string, string, string?][] = [
  ['ee', 'ই', 'ী'],
  ['oo', 'উ', 'ু', 'ূ'],
  ['oi', 'ঐ', 'ৈ'],
  ['ou', 'ঔ', 'ৌ'],
  ['a', 'আ', 'া'],
  ['i', 'ই', 'ি', 'ী'],
  ['u', 'উ', 'ু', 'ূ'],
  ['e', 'এ', 'ে'],
  ['o', 'অ', ''],
];

/** Bengali spellings of a romanised word: `rupsa` is রুপসা or রূপসা. At most two; none for other texts. */
export function bengaliGuesses(text: string): string[] {
  if (!/^[a-z]{3,20}( [a-z]{1,20})*$/i.test(text)) return [];
  return [...new Set([spelled(text.toLowerCase(), 1), spelled(text.toLowerCase(), 2)])];
}

export function spelledInBengali(text: string): string {
  return spelled(text.toLowerCase(), 1);
}

function spelled(text: string, guess: 1 | 2): string {
  let result = '';
  let afterConsonant = false;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const consonant = consonants.find(([latin]) => rest.startsWith(latin));
    const vowel = vowels.find(([latin]) => rest.startsWith(latin));
    if (consonant) result += consonant[guess] ?? consonant[1];
    else if (vowel) result += afterConsonant ? (vowel[guess + 1] ?? vowel[2]) : vowel[1];
    else result += rest[0];
    afterConsonant = consonant !== undefined;
    at += consonant?.[0].length ?? vowel?.[0].length ?? 1;
  }
  return result;
}
