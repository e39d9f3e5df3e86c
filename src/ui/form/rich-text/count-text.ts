import type { Node } from '@tiptap/pm/model';

export interface Counts {
  words: number;
  characters: number;
}

/** Words and characters as a reader counts them, with pauses. Blocks that were counted before are not counted again. */
export function* countText(node: Node): Generator<void, Counts> {
  const known = counted.get(node);
  if (known) return known;
  const counts = { words: 0, characters: 0 };
  if (node.isTextblock) {
    for (const piece of piecesOf(node.textBetween(0, node.content.size, undefined, ' '))) {
      add(counts, countPiece(piece));
      yield;
    }
  } else {
    // Looked up here: entering a generator for each of thousands of known blocks would take longer than a frame.
    for (const child of node.children) add(counts, counted.get(child) ?? (yield* countText(child)));
  }
  counted.set(node, counts);
  return counts;
}

const counted = new WeakMap<Node, Counts>();
const words = new Intl.Segmenter('bn', { granularity: 'word' });
const graphemes = new Intl.Segmenter('bn');

function countPiece(text: string): Counts {
  const counts = { words: 0, characters: 0 };
  for (const { isWordLike } of words.segment(text)) if (isWordLike) counts.words++;
  for (const _ of graphemes.segment(text)) counts.characters++;
  return counts;
}

function add(sum: Counts, more: Counts): void {
  sum.words += more.words;
  sum.characters += more.characters;
}

/** Cuts a long paragraph at spaces. */
function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,1000}(?=\s|$)|[\s\S]{1,1000}/g) ?? [];
}
