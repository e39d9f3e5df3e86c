import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { type Counts, countText } from './count-text.ts';
import { inIdleTime } from './in-idle-time.ts';

/** How long after a change the words are counted again, in milliseconds. */
const patience = 300;

/** The words of the text, counted when there is time. Null until they were counted once. */
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
      }, patience);
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
