import { DOMSerializer, DOMParser as Reader, type Node as TextNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { inertDocument } from '../inert-document.ts';

/** The delay before the form gets a change of the editor, in milliseconds. */
const throttle = 250;

interface ValueOptions {
  value: string;
  onChange: (html: string) => void;
}

/** Sets the editor's content from the value and reports changes: throttled while typing, at once on blur and submit. */
export function useValue(editor: Editor, { value, onChange }: ValueOptions): void {
  /** The form's HTML, its document, and both as the form last set them. */
  const synced = useRef({ html: '', doc: editor.state.doc, initial: { html: '', doc: editor.state.doc } });
  const report = useRef(onChange);
  report.current = onChange;

  useLayoutEffect(() => {
    if (synced.current.html === value) return;
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
      const { html: before, doc: known, initial } = synced.current;
      if (known === doc) return false;
      // Undone to the start: the form gets its original HTML, so that it is not dirty.
      const html = doc.eq(initial.doc) ? initial.html : toHtml(doc);
      synced.current = { html, doc, initial };
      if (html !== before) report.current(html);
      return html !== before;
    };
    const plan = () => {
      timer ||= window.setTimeout(flush, throttle);
    };
    // A submit or `formdata` event must include the last keys.
    const flushForForm = ({ target }: Event) => {
      if (target instanceof Node && target.contains(editor.view.dom)) flushSync(flush);
    };
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    document.addEventListener('submit', flushForForm, options);
    document.addEventListener('formdata', flushForForm, options);
    document.addEventListener('visibilitychange', flush, options);
    addEventListener('pagehide', flush, options);
    // The form's own guard has not rendered the new value yet.
    addEventListener('beforeunload', (event) => flush() && event.preventDefault(), options);
    editor.on('update', plan);
    editor.on('blur', flush);
    return () => {
      flush();
      events.abort();
      editor.off('update', plan);
      editor.off('blur', flush);
    };
  }, [editor]);
}

/** A new state with an empty history: undo must not restore another record's text. */
function fill(editor: Editor, html: string): void {
  const { schema, plugins } = editor.state;
  // Not `setContent`, which parses a string against Trusted Types. Content unknown to the schema is dropped.
  const doc = html === '' ? null : Reader.fromSchema(schema).parse(inertDocument(html).body);
  if (doc?.eq(editor.state.doc)) return;
  editor.view.updateState(EditorState.create({ schema, plugins, ...(doc && { doc }) }));
  // Triggers the toolbar, the counts and the trailing paragraph, which follow transactions.
  editor.view.dispatch(editor.state.tr.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}

/** The document as HTML in the server's normal form: sanitizing it changes nothing. */
function toHtml(doc: TextNode): string {
  const page = inertDocument('');
  const { body } = page;
  DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, { document: page }, body);
  // The editor keeps an empty trailing paragraph.
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove();
  if (!body.querySelector('img, hr, table, div') && /^[\s\u200b]*$/.test(body.textContent)) return '';
  for (const caption of body.querySelectorAll('figcaption:empty')) caption.remove();
  for (const table of body.querySelectorAll('table')) addHead(table);
  for (const paragraph of body.querySelectorAll('li > p:first-child, :is(td, th) > p:only-child')) {
    if (isSpare(paragraph)) paragraph.replaceWith(...paragraph.childNodes);
  }
  for (const link of body.querySelectorAll('a')) {
    // Anew, as the server puts it last.
    link.removeAttribute('rel');
    link.setAttribute('rel', 'noopener noreferrer nofollow ugc');
  }
  for (const element of body.querySelectorAll('[contenteditable]')) element.removeAttribute('contenteditable');
  const texts = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) normalizeText(texts.currentNode);
  return new XMLSerializer().serializeToString(body).replace(/^<body[^>]*>|<\/body>$|<body[^>]*\/>/g, '');
}

/** Moves leading header rows to a `thead`. Not if all rows are headers, or if a cell spans into the body. */
function addHead(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const firstOther = rows.findIndex(({ cells }) => [...cells].some(({ tagName }) => tagName === 'TD'));
  const head = rows.slice(0, Math.max(0, firstOther));
  const reachesDown = head.some(({ cells }, index) => [...cells].some(({ rowSpan }) => index + rowSpan > firstOther));
  if (head.length > 0 && !reachesDown) table.createTHead().append(...head);
}

/** A single paragraph in a list item or cell is unwrapped. */
function isSpare(paragraph: Element): boolean {
  const others = [...(paragraph.parentElement?.children ?? [])].slice(1);
  return paragraph.classList.length === 0 && others.every((other) => other.matches('ul, ol'));
}

/** Browsers collapse spaces when the text is rendered and parsed again. */
function normalizeText(text: Node): void {
  const data = (text.nodeValue ?? '').normalize('NFC');
  text.nodeValue = text.parentElement?.closest('pre')
    ? data
    : data.replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
}
