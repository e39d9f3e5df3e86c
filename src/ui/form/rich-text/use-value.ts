import { DOMParser as Reader } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { htmlOf } from './html/html-of.ts';
import { inertDocument } from './html/inert-document.ts';

/** How long a change may stay in the editor before the form hears of it, in milliseconds. */
const throttle = 250;

interface ValueOptions {
  value: string;
  onChange: (html: string) => void;
}

/** Fills the editor with the value, and tells of changes: soon after a key, and at once where somebody may look. */
export function useValue(editor: Editor, { value, onChange }: ValueOptions): void {
  /** What the form knows, the document it stands for, and both as they were when the form filled the editor. */
  const known = useRef<{ html: string; doc: unknown; filled: { html: string; doc: EditorState['doc'] } } | null>(null);
  const tell = useRef(onChange);
  tell.current = onChange;

  useLayoutEffect(() => {
    if (known.current?.html === value) return;
    fill(editor, value);
    const { doc } = editor.state;
    known.current = { html: value, doc, filled: { html: value, doc } };
  }, [editor, value]);

  // Its end comes before that of the form's effects, which keep what the editor says last.
  useLayoutEffect(() => {
    let timer = 0;
    /** Answers whether the form heard something new. */
    const flush = () => {
      clearTimeout(timer);
      timer = 0;
      const { doc } = editor.state;
      if (!known.current || known.current.doc === doc) return false;
      const { filled } = known.current;
      // Undone to where it began: to the letter what the form had, so that nothing counts as changed.
      const html = doc.eq(filled.doc) ? filled.html : htmlOf(doc);
      const isNew = html !== known.current.html;
      known.current = { html, doc, filled };
      if (isNew) tell.current(html);
      return isNew;
    };
    const plan = () => {
      timer ||= window.setTimeout(flush, throttle);
    };
    // What the form has just heard it cannot ask about before the page is drawn again.
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (flush()) event.preventDefault();
    };
    const isOurs = (form: EventTarget | null) => form instanceof Node && form.contains(editor.view.dom);
    // Whoever sends the form, or asks what is in it, must find what was typed last.
    const flushForForm = ({ target }: Event) => isOurs(target) && flushSync(flush);

    editor.on('update', plan);
    editor.on('blur', flush);
    document.addEventListener('submit', flushForForm, true);
    document.addEventListener('formdata', flushForForm, true);
    addEventListener('beforeunload', askBeforeLeaving, true);
    addEventListener('pagehide', flush, true);
    document.addEventListener('visibilitychange', flush, true);
    return () => {
      flush();
      editor.off('update', plan);
      editor.off('blur', flush);
      document.removeEventListener('submit', flushForForm, true);
      document.removeEventListener('formdata', flushForForm, true);
      removeEventListener('beforeunload', askBeforeLeaving, true);
      removeEventListener('pagehide', flush, true);
      document.removeEventListener('visibilitychange', flush, true);
    };
  }, [editor]);
}

/** A new state: undo must not lead back into the text of another record. */
function fill(editor: Editor, html: string): void {
  const { schema, plugins } = editor.state;
  // What the schema does not know is left behind.
  const doc = html === '' ? null : Reader.fromSchema(schema).parse(inertDocument(html).body);
  if (doc?.eq(editor.state.doc)) return;
  editor.view.updateState(EditorState.create({ schema, plugins, ...(doc && { doc }) }));
  // Toolbar and counts follow transactions; so does the empty paragraph at the end.
  editor.view.dispatch(editor.state.tr.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}
