import { DOMSerializer, DOMParser as Reader, type Node as TextNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { inertDocument } from '../inert-document.ts';
import { isOwnPicture, toRelativeUrl } from './addresses.ts';

/** The server's limit for one picture, as base64 characters. */
const largestPicture = (8 * 2 ** 20 * 4) / 3 + 100;

interface Pasted {
  html: string;
  /** Pictures on other sites or above the limit, which are dropped. */
  droppedPictures: number;
}

/** Cleans HTML from Word, Google Docs and web pages. */
export function cleanPaste(html: string): Pasted {
  const body = inertDocument(withoutInline(html)).body;
  // Copied from an editor of this kind: its formats are kept, but any attribute may be forged.
  const isOwn = body.querySelector('[data-pm-slice]') !== null;
  for (const element of body.querySelectorAll(noise)) element.remove();
  if (!isOwn) {
    makeWordLists(body);
    nameFormats(body);
  }
  const allowedAttributes = isOwn ? [...baseAttributes, 'class', 'data-pm-slice'] : baseAttributes;
  for (const element of [...body.querySelectorAll('*')]) simplify(element, allowedAttributes);
  const droppedPictures = dropForeignPictures(body);
  if (!isOwn) dropEmpty(body);
  body.normalize();
  return { html: body.innerHTML, droppedPictures };
}

const noise =
  'style, script, meta, link, title, xml, template, svg, math, iframe, object, form button, br.Apple-interchange-newline, [hidden]';

/** Parsing inline styles and handlers would cause CSP reports, so those attributes are renamed. */
function withoutInline(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<\/?[ovwmp]\d?:[^>]*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)\s*=/gi, '$1 data-$2='));
}

const renamed: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4' };

function simplify(element: Element, attributes: string[]): void {
  const tag = renamed[element.tagName];
  const target = tag ? renameTag(element, tag) : element;
  const align = /^(?:center|right)$/.exec(styleOf(element, 'text-align') || (element.getAttribute('align') ?? ''))?.[0];
  for (const { name } of [...target.attributes]) {
    if (!attributes.includes(name)) target.removeAttribute(name);
  }
  if (align && /^(?:P|H[2-4]|T[DH])$/.test(target.tagName)) target.className = `align-${align}`;
  if (target instanceof HTMLAnchorElement)
    target.setAttribute('href', withoutFacebook(target.getAttribute('href') ?? ''));
  if (target instanceof HTMLImageElement) target.setAttribute('src', toRelativeUrl(target.getAttribute('src') ?? ''));
}

const baseAttributes = ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'start', 'data-youtube'];

function renameTag(element: Element, tag: string): Element {
  const replacement = element.ownerDocument.createElement(tag);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}

function dropForeignPictures(body: HTMLElement): number {
  let droppedCount = 0;
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    if (isOwnPicture(src) && src.length <= largestPicture) continue;
    const alt = picture.alt;
    if (isEmoji(alt)) {
      picture.replaceWith(alt);
      continue;
    }
    // Tracking pixels are not counted as lost pictures.
    if (src && picture.getAttribute('width') !== '1') droppedCount++;
    picture.remove();
  }
  return droppedCount;
}

/** Facebook's emoji are pictures. */
function isEmoji(text: string): boolean {
  return /^\P{L}{1,16}$/u.test(text) && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text);
}

/** Removes Facebook's redirect page and its click id. */
function withoutFacebook(href: string): string {
  const target = /^https:\/\/lm?\.facebook\.com\/l\.php\?/.test(href) && new URL(href).searchParams.get('u');
  return target ? target.replace(/[?&]fbclid=[^&#]*/, '') : href;
}

/** Word spaces lines with empty paragraphs, Google Docs with breaks between blocks. Here CSS does that. */
function dropEmpty(body: HTMLElement): void {
  for (const block of [...body.querySelectorAll('p, h2, h3, h4')]) {
    if (block.textContent?.trim() === '' && !block.querySelector('img')) block.remove();
  }
  for (const line of [...body.querySelectorAll('br')]) {
    if (isBlock(line.previousElementSibling) || isBlock(line.nextElementSibling)) {
      if (!hasTextBeside(line)) line.remove();
    }
  }
}

function isBlock(element: Element | null): boolean {
  return element !== null && /^(?:P|H[1-6]|UL|OL|TABLE|BLOCKQUOTE|PRE|HR|DIV|FIGURE)$/.test(element.tagName);
}

function hasTextBeside({ previousSibling, nextSibling }: Element): boolean {
  return [previousSibling, nextSibling].some((node) => node?.nodeType === Node.TEXT_NODE && node.textContent?.trim());
}

/** Word and Google Docs use styles for bold and italic; the editor uses tags. */
function nameFormats(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll('b, strong, i, em')]) {
    // Google Docs wraps its HTML in a <b> that is not bold.
    const isUndone = /^(?:B|STRONG)$/.test(element.tagName)
      ? /^(?:normal|[1-4]00)$/.test(styleOf(element, 'font-weight'))
      : styleOf(element, 'font-style') === 'normal';
    if (isUndone) element.replaceWith(...element.childNodes);
  }
  for (const element of [...body.querySelectorAll('span, font')]) {
    const tags = formatsOf(element);
    element.replaceWith(...(tags.length > 0 ? [wrapped(element, tags)] : element.childNodes));
  }
  for (const element of [...body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong), a u')]) {
    element.replaceWith(...element.childNodes);
  }
}

function styleOf(element: Element, name: string): string {
  const style = element.getAttribute('data-style') ?? '';
  return new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? '';
}

function formatsOf(element: Element): string[] {
  const decoration = styleOf(element, 'text-decoration(?:-line)?');
  const formats: [string, boolean][] = [
    ['strong', /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight'))],
    ['em', styleOf(element, 'font-style') === 'italic'],
    ['u', decoration.includes('underline')],
    ['s', decoration.includes('line-through')],
    ['sub', styleOf(element, 'vertical-align') === 'sub'],
    ['sup', styleOf(element, 'vertical-align') === 'super'],
  ];
  return formats.filter(([, isSet]) => isSet).map(([tag]) => tag);
}

function wrapped(element: Element, tags: string[]): Element {
  const [outer, ...inner] = tags.map((tag) => element.ownerDocument.createElement(tag));
  if (!outer) return element;
  let last: Element = outer;
  for (const each of inner) {
    last.append(each);
    last = each;
  }
  last.append(...element.childNodes);
  return outer;
}

/** Word writes lists as paragraphs with a level and literal bullets. */
function makeWordLists(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll('p')]) {
    if (paragraph.isConnected && levelOf(paragraph) > 0) makeList(paragraph);
  }
}

/** Collects the paragraph and its following siblings of the same list. */
function makeList(first: Element): void {
  const lists: Element[] = [];
  let next: Element | null = first;
  while (next && levelOf(next) > 0) {
    const paragraph: Element = next;
    next = paragraph.nextElementSibling;
    place(paragraph, lists);
  }
}

/** `lists` holds the open lists, the outermost first. */
function place(paragraph: Element, lists: Element[]): void {
  const level = Math.min(levelOf(paragraph), lists.length + 1);
  const tag = takeMarker(paragraph);
  lists.length = Math.min(lists.length, level);
  if (lists.length === level && level === 1 && lists[0]?.localName !== tag) lists.length = 0;
  if (lists.length < level) lists.push(openList(tag, lists.at(-1), paragraph));
  const item = paragraph.ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  lists.at(-1)?.append(item);
  paragraph.remove();
}

function openList(tag: string, outer: Element | undefined, paragraph: Element): Element {
  const list = paragraph.ownerDocument.createElement(tag);
  if (outer?.lastElementChild) outer.lastElementChild.append(list);
  else paragraph.before(list);
  return list;
}

function levelOf(paragraph: Element): number {
  if (paragraph.localName !== 'p') return 0;
  return Number(/\blevel(\d)/.exec(styleOf(paragraph, 'mso-list'))?.[1] ?? 0);
}

/** Removes the literal bullet or number and returns its kind of list. */
function takeMarker(paragraph: Element): 'ol' | 'ul' {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span, 'mso-list') === 'ignore');
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return /^\(?[\p{L}\p{N}]{1,6}[.)।]/u.test(text) ? 'ol' : 'ul';
}

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
