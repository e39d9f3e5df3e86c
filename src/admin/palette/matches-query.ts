const ending = /^(?:s|es|র|ের|এর|ে|টা|টি|গুলো)$/;

/** Each typed word is the beginning of one of the words, or one of them with an ending: `clients`, `লিডের`. */
export function matchesQuery(typed: string, words: string): boolean {
  const known = wordsOf(words);
  return wordsOf(typed).every((word) =>
    known.some((each) => each.startsWith(word) || (word.startsWith(each) && ending.test(word.slice(each.length)))),
  );
}

function wordsOf(text: string): string[] {
  // Normalized, as keyboards write য় in one sign or in two.
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
