const graphemes = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** Width of a text in pixels. */
export type Measure = (text: string) => number;

/** Wraps a text at `width`: between words, and between graphemes only where a single word is too wide. */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const pieces = measure(word) <= width ? [word] : piecesOf(word, width, measure);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return line ? [...lines, line] : lines;
}

/** At most `count` lines; the last one ends with '…' where text is cut. */
export function wrapAtMost(text: string, count: number, width: number, measure: Measure): string[] {
  const lines = wrapText(text, width, measure);
  if (lines.length <= count) return lines;
  const characters = [...graphemes.segment(lines[count - 1] ?? '')].map(({ segment }) => segment);
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > width) characters.pop();
  return [...lines.slice(0, count - 1), `${characters.join('').trimEnd()}…`];
}

function piecesOf(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece && measure(piece + segment) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}
