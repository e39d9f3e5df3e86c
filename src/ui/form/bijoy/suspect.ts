/** Marks that are letters in Bijoy, at places inside of words where no other text has them. */
const signInside = /[A-Za-z_`~][†‡ˆ‰][K-Z_`a-r¡-ÿŒœŠšŸ‹›]/;
const signFirst = /^\W?[†‡ˆ‰][K-Z_`a-r¡-ÿ](?=.*(?:[`_~†‡©¨A-Z]|v(?:[b-df-hj-np-z]|$)))/;
const joined = /[A-Za-z_`][©¨ª«¯®¤][A-Za-z~]|[A-Za-z_`]¨(?:$|[^\p{L}])/u;
const conjunct = /[a-z`][¡-§¬²-¶¸º-¿À-ÖØ-Þ][a-z~]/;
const decisive = (word: string) => signInside.test(word) || signFirst.test(word) || joined.test(word);
/** Rare in other texts too, but no proof by themselves. */
const faint = /^[†‡ˆ‰][A-Za-z`_]|[A-Za-z]©|[`_][a-z]|[a-z][¡-ÿ™š›œ•”][a-z]|v[b-df-hj-np-qstwxz]|[bcdfgjklmnp]v$/;

/** The letter া inside of a word: an English v precedes a vowel. */
const plainWord = /^[A-Za-z`_~|]*[A-Za-z]v[b-df-hj-np-qstwxz][a-z`_~|]*$/;
const english = /(?:^|[^\p{L}])(?:the|and|with|this|that|from|have|for|you|not|of)(?=$|[^\p{L}])/iu;
const program = /[=;{}<>()\\]|:\/\/|\S@\S/;

/**
 * Whether a text may be Bengali in the legacy Bijoy encoding, which maps it to Latin characters. Cheap, as it runs
 * after each paste, and it prefers false negatives.
 */
export function looksLikeBijoy(text: string): boolean {
  const words = text
    .slice(0, 5_000)
    .split(/\s+/)
    .filter((word) => /[A-Za-z`_†‡]/.test(word) && !/\S@\S|:\/\/|^www\./.test(word));
  if (words.length === 0 || english.test(text)) return false;
  const maybe = words.filter((word) => faint.test(word)).length;
  const several = words.length > 2 || maybe === words.length;
  const sure = words.filter((word) => decisive(word) || (several && conjunct.test(word))).length;
  if (words.length <= 5) return sure > 0 && Math.max(sure, maybe) >= words.length * 0.3;
  if (sure >= 2 && Math.max(sure, maybe) >= words.length * 0.2) return true;
  return !program.test(text) && isPlainBijoy(words);
}

function isPlainBijoy(words: string[]): boolean {
  const plain = words.filter((word) => word.length >= 4 && plainWord.test(word)).length;
  return plain >= 3 && plain >= words.length * 0.3;
}
