import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { editorStrings } from './strings.ts';

/** The delay after a change before words are counted, in milliseconds. */
const debounce = 300;

const words = new Intl.Segmenter('bn', { granularity: 'word' });
const graphemes = new Intl.Segmenter('bn');

interface Counted {
  words: number;
  characters: number;
}

/** By text block, as segmenting takes too long to do it for a whole article after each key. */
const counted = new WeakMap<Node, Counted>();

/** TipTap's character count splits at blanks and counts code units, neither of which is right for Bengali. */
export function Counts({ editor }: { editor: Editor }) {
  const [counts, setCounts] = useState<Counted | null>(null);
  useEffect(() => {
    let timer = 0;
    const plan = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setCounts(countText(editor.state.doc)), debounce);
    };
    plan();
    editor.on('transaction', plan);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', plan);
    };
  }, [editor]);
  return <span className="rich-text-counts">{counts && editorStrings.counts(counts.words, counts.characters)}</span>;
}

function countText(doc: Node): Counted {
  const sum = { words: 0, characters: 0 };
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const block = counted.get(node) ?? countBlock(node);
    counted.set(node, block);
    sum.words += block.words;
    sum.characters += block.characters;
    return false;
  });
  return sum;
}

function countBlock(block: Node): Counted {
  const text = block.textBetween(0, block.content.size, undefined, ' ');
  return {
    words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length,
    characters: [...graphemes.segment(text)].length,
  };
}
