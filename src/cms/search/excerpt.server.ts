import { foldedWords, isBeginning, wordsIn } from './fold.server.ts';

export interface ExcerptPiece {
  text: string;
  hit: boolean;
}

export function markWords(text: string, words: string[]): ExcerptPiece[] {
  const pieces: ExcerptPiece[] = [];
  let done = 0;
  for (const { start, end } of hitsIn(text, words)) {
    if (start > done) pieces.push({ text: text.slice(done, start), hit: false });
    pieces.push({ text: text.slice(start, end), hit: true });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false });
  return pieces;
}

/** About `length` UTF-16 units around the first hit, cut between words; the beginning if there is no hit. */
export function excerptOf(text: string, words: string[], length = 180): ExcerptPiece[] {
  if (text.length <= length) return markWords(text, words);
  const [first] = hitsIn(text, words);
  const wanted = Math.max(0, (first?.start ?? 0) - length / 4);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted - 1) + 1;
  const end = start + length >= text.length ? text.length : lastBlank(text, start, start + length);
  const pieces = markWords(text.slice(start, end), words);
  if (start > 0) pieces.unshift({ text: '... ', hit: false });
  if (end < text.length) pieces.push({ text: '...', hit: false });
  return pieces;
}

function* hitsIn(text: string, words: string[]): Generator<{ start: number; end: number }> {
  for (const { word, start, end } of wordsIn(text)) {
    const isHit = (folded: string) =>
      words.some((wanted) => (isBeginning(wanted) ? folded.startsWith(wanted) : folded === wanted));
    if (foldedWords(word).some(isHit)) yield { start, end };
  }
}

function lastBlank(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank > from ? blank : to;
}
