import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/** The delay after a change before words are counted, in milliseconds. */
const debounce = 300;

export function useCounts(editor: Editor): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null);
  useEffect(() => {
    let doc: unknown = null;
    let stop = () => {};
    function* count() {
      setCounts(yield* countText(editor.state.doc));
    }
    const plan = () => {
      if (editor.state.doc === doc) return;
      doc = editor.state.doc;
      stop();
      const timer = setTimeout(() => {
        stop = inIdleTime(count());
      }, debounce);
      stop = () => clearTimeout(timer);
    };
    plan();
    editor.on('transaction', plan);
    return () => {
      editor.off('transaction', plan);
      stop();
    };
  }, [editor]);
  return counts;
}

interface Counts {
  words: number;
  characters: number;
}

/** Counts words and graphemes and yields regularly. Counts are cached per block. */
function* countText(node: Node): Generator<void, Counts> {
  const cached = counted.get(node);
  if (cached) return cached;
  const counts = { words: 0, characters: 0 };
  if (node.isTextblock) {
    for (const piece of piecesOf(node.textBetween(0, node.content.size, undefined, ' '))) {
      add(counts, countPiece(piece));
      yield;
    }
  } else {
    // Read from the cache here: a generator per cached block would take longer than a frame for thousands of blocks.
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

/** Splits a long paragraph at spaces. */
function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,1000}(?=\s|$)|[\s\S]{1,1000}/g) ?? [];
}

/** Runs a generator in idle slices. Returns a function to cancel it. */
function inIdleTime(work: Generator<void>): () => void {
  let handle = 0;
  const request = window.requestIdleCallback ?? ((run) => window.setTimeout(() => run(shortSlice()), 16));
  const cancel = window.cancelIdleCallback ?? window.clearTimeout;
  const slice = (deadline: Pick<IdleDeadline, 'timeRemaining'>) => {
    do {
      if (work.next().done) return;
    } while (deadline.timeRemaining() > 1);
    handle = request(slice);
  };
  handle = request(slice);
  return () => cancel(handle);
}

/** Safari has no `requestIdleCallback`. */
function shortSlice(): IdleDeadline {
  const end = performance.now() + 8;
  return { didTimeout: false, timeRemaining: () => Math.max(0, end - performance.now()) };
}
