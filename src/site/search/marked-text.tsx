import type { SearchResult } from './schema.ts';

/** A text with the words that were looked for marked. */
export function MarkedText({ pieces }: { pieces: SearchResult['title'] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their places
  return pieces.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
