import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/**
 * Tab belongs to the text, so Escape opens the way out: after it, Tab moves on. Answers whether the way is open. The
 * first Escape goes no further than this, or it would also close the panel around the editor.
 */
export function useLeaving(editor: Editor): boolean {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    let open = false;
    const turn = (next: boolean) => {
      open = next;
      setLeaving(next);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || !(event.target instanceof Node) || !editor.view.dom.contains(event.target)) return;
      const isWayOut = event.key === 'Escape' && !open;
      if (isWayOut || (open && event.key === 'Tab')) event.stopImmediatePropagation();
      if (event.key !== 'Shift') turn(isWayOut);
    };
    const shut = () => turn(false);
    // Before all others, who would take Escape for themselves.
    addEventListener('keydown', onKey, true);
    editor.on('blur', shut);
    return () => {
      removeEventListener('keydown', onKey, true);
      editor.off('blur', shut);
    };
  }, [editor]);
  return leaving;
}
