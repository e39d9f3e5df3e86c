import { DOMParser as Reader } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { toHtml } from '../html/html-of.ts';
import { inertDocument } from '../html/inert-document.ts';

/** The delay before the form gets a change of the editor, in milliseconds. */
const throttle = 250;

interface ValueOptions {
  value: string;
  onChange: (html: string) => void;
}

/** Sets the editor's content from the value and reports changes: throttled while typing, at once on blur and submit. */
export function useValue(editor: Editor, { value, onChange }: ValueOptions): void {
  /** The form's HTML, its document, and both as the form last set them. */
  const synced = useRef<{ html: string; doc: unknown; initial: { html: string; doc: EditorState['doc'] } } | null>(
    null,
  );
  const report = useRef(onChange);
  report.current = onChange;

  useLayoutEffect(() => {
    if (synced.current?.html === value) return;
    fill(editor, value);
    const { doc } = editor.state;
    synced.current = { html: value, doc, initial: { html: value, doc } };
  }, [editor, value]);

  // A layout effect: its cleanup runs before those of the form's effects, which save the last value.
  useLayoutEffect(() => {
    let timer = 0;
    /** Returns whether the form got a new value. */
    const flush = () => {
      clearTimeout(timer);
      timer = 0;
      const { doc } = editor.state;
      if (!synced.current || synced.current.doc === doc) return false;
      const { initial: filled } = synced.current;
      // Undone to the start: the form gets its original HTML, so that it is not dirty.
      const html = doc.eq(filled.doc) ? filled.html : toHtml(doc);
      const isNew = html !== synced.current.html;
      synced.current = { html, doc, initial: filled };
      if (isNew) report.current(html);
      return isNew;
    };
    const plan = () => {
      timer ||= window.setTimeout(flush, throttle);
    };
    // The form's own guard has not rendered the new value yet.
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (flush()) event.preventDefault();
    };
    const isOurs = (form: EventTarget | null) => form instanceof Node && form.contains(editor.view.dom);
    // A submit or `formdata` event must include the last keys.
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

/** A new state with an empty history: undo must not restore another record's text. */
function fill(editor: Editor, html: string): void {
  const { schema, plugins } = editor.state;
  // Content unknown to the schema is dropped.
  const doc = html === '' ? null : Reader.fromSchema(schema).parse(inertDocument(html).body);
  if (doc?.eq(editor.state.doc)) return;
  editor.view.updateState(EditorState.create({ schema, plugins, ...(doc && { doc }) }));
  // Triggers the toolbar, the counts and the trailing paragraph, which follow transactions.
  editor.view.dispatch(editor.state.tr.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}
