import { DOMSerializer, DOMParser as Reader, type Node as TextNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { youtubeId } from '#api/youtube.ts';
import { inertDocument } from '../inert-document.ts';
import { isOwnPicture, toRelativeUrl } from './addresses.ts';
import { makeLists } from './paste-lists.ts';
import { editorStrings } from './strings.ts';

/** The server's limit for one picture, as base64 characters. */
const largestPicture = (8 * 2 ** 20 * 4) / 3 + 100;

interface Pasted {
  html: string;
  /** What was left out, for the status line. */
  notice: string;
}

/** Cleans HTML from Word, Google Docs and web pages. */
export function cleanPaste(html: string): Pasted {
  // Copied from an editor of this kind: its formats are kept, but any attribute may be forged.
  const isOwn = html.includes('data-pm-slice');
  const { body } = inertDocument(rewrite(html, isOwn));
  const parts = body.querySelector(lost) ? editorStrings.droppedParts : '';
  for (const element of body.querySelectorAll(noise)) element.remove();
  if (!isOwn) {
    // Chats put the name of the language and a button into the frame.
    for (const frame of body.querySelectorAll('pre:has(div):has(code)'))
      frame.replaceChildren(...frame.querySelectorAll('code'));
    for (const line of body.querySelectorAll('pre br')) line.replaceWith('\n');
    makeLists(body);
    nameFormats(body);
  }
  const allowedAttributes = isOwn ? [...baseAttributes, 'class', 'data-pm-slice'] : baseAttributes;
  for (const element of [...body.querySelectorAll('*')]) simplify(element, allowedAttributes);
  const count = dropForeignPictures(body);
  if (!isOwn) dropEmpty(body);
  body.normalize();
  const notice = `${count > 0 ? editorStrings.droppedPictures(count) : ''} ${parts}`.trim();
  return { html: body.innerHTML, notice };
}

const lost =
  'iframe:not([width="1"], [height="0"]), embed, object, video, audio, canvas, a[href]:not([href=""], [href^="#"], [href^="/"], ' +
  '[href^="http:" i], [href^="https:" i], [href^="mailto:" i], [href^="tel:" i])';

const noise =
  'style, script, meta, link, title, xml, template, iframe, embed, object, video, audio, canvas, svg:not(:has(text)), annotation, ' +
  '.katex-mathml, .code-block-decoration, .EOP, :is(form, pre, [class*="code"]) button, br.Apple-interchange-newline, [hidden]';

/** What is put right before the HTML is parsed. Parsing inline styles and handlers would cause CSP reports. */
const rewrites: [RegExp, string][] = [
  [/<!--[\s\S]*?-->/g, ''],
  [/<style\b[\s\S]*?<\/style\s*>/gi, ''],
  [/<\/?[ovwmp]\d?:[^>]*>/gi, ''],
  // Google Docs spaces blocks with breaks.
  [/(<\/(?:p|h\d|[uo]l|table|blockquote|pre|div|figure)>|<hr\b[^>]*>)(?:\s*<br\b[^>]*>)+/gi, '$1'],
  [/(^|>)(?:\s*<br\b[^>]*>){1,20}\s*(?=<(?:p|h\d|[uo]l|table|blockquote|pre|hr|figure)\b)/gi, '$1'],
  [/<center\b/gi, '<div align="center"'],
  [/<(\/?)(?:center|dt|summary)\b/gi, '<$1div'],
  [/<(?=\w[^>]*\btext-align:\s*(center|right|left|justify))(\w+)/gi, '<$2 align="$1"'],
  [
    /<div(\b[^>]*\balign=[^>]*)>((?:[^<]|<(?!\/?(?:p|div|[uo]l|table|h\d|blockquote|pre|figure|hr)\b))*)<\/div>/gi,
    '<p$1>$2</p>',
  ],
  [/<(\/?)h1\b/gi, '<$1h2'],
  [/<(\/?)h[56]\b/gi, '<$1h4'],
  [/<(?=\w[^>]*\bdirection:\s*rtl)(\w+)/gi, '<$1 dir="rtl"'],
  [/<ol(?=\b[^>]*(?:>\s*<li\b[^>]*)?list-style-type:\s*lower-(?:alpha|latin))/gi, '<ol type="a"'],
  [/<ol(?=\b[^>]*(?:>\s*<li\b[^>]*)?list-style-type:\s*upper-(?:alpha|latin))/gi, '<ol type="A"'],
  [/<ol(?=\b[^>]*(?:>\s*<li\b[^>]*)?list-style-type:\s*lower-roman)/gi, '<ol type="i"'],
  [/<ol(?=\b[^>]*(?:>\s*<li\b[^>]*)?list-style-type:\s*upper-roman)/gi, '<ol type="I"'],
  [/<input\b(?=[^>]*\btype=["']?checkbox)(?=[^>]*\schecked[\s=/>])[^>]*>/gi, '☑ '],
  [/<input\b(?=[^>]*\btype=["']?checkbox)[^>]*>/gi, '☐ '],
  [/(<li\b[^>]*(?:aria-checked="true"|data-list="checked")[^>]*>)(?:\s*<img\b[^>]*>)?(\s*<p\b[^>]*>)?/gi, '$1$2☑ '],
  [/(<li\b[^>]*(?:aria-checked="false"|data-list="unchecked")[^>]*>)(?:\s*<img\b[^>]*>)?(\s*<p\b[^>]*>)?/gi, '$1$2☐ '],
];

/** YouTube's player, and a line that is nothing but an address. */
const films =
  /<(?:iframe|embed)\b[^>]*>|<(p|div)\b[^>]*>(?:\s|<\/?(?:a|span|b|u|font)\b[^>]*>)*([^\s<]+)(?:\s|<\/?(?:a|span|b|u|font)\b[^>]*>)*<\/\1>/gi;

function rewrite(html: string, isOwn: boolean): string {
  const text = rewrites.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), html);
  const withVideos = text.replace(films, (code, _tag, address) => {
    const id = isOwn ? null : youtubeId(address ?? code);
    return id ? `<div data-youtube="${id}"></div>` : code;
  });
  return withVideos.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)\s*=/gi, '$1 data-$2='));
}

function simplify(element: Element, attributes: string[]): void {
  const align = /^(?:center|right)$/i.exec(element.closest('tbody, [align]')?.getAttribute('align') ?? '')?.[0];
  for (const { name } of [...element.attributes]) {
    if (!attributes.includes(name)) element.removeAttribute(name);
  }
  if (align && /^(?:P|H[2-4]|T[DH])$/.test(element.tagName)) element.className = `align-${align.toLowerCase()}`;
  if (element instanceof HTMLAnchorElement)
    element.setAttribute('href', withoutFacebook(element.getAttribute('href') ?? ''));
  if (element instanceof HTMLImageElement)
    element.setAttribute('src', toRelativeUrl(element.getAttribute('src') ?? ''));
}

const baseAttributes = 'href src alt width height colspan rowspan start type dir align data-youtube'.split(' ');

function dropForeignPictures(body: HTMLElement): number {
  let droppedCount = 0;
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    const alt = picture.alt;
    if (isEmoji(alt)) {
      picture.replaceWith(alt);
      continue;
    }
    if (isOwnPicture(src) && src.length <= largestPicture) continue;
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

/** Word spaces lines with empty paragraphs. Here CSS does that. */
function dropEmpty(body: HTMLElement): void {
  for (const block of [...body.querySelectorAll('p, h2, h3, h4')]) {
    if (block.textContent?.trim() === '' && !block.querySelector('img')) block.remove();
  }
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
    for (const tag of formatsOf(element)) {
      const inner = element.ownerDocument.createElement(tag);
      inner.append(...element.childNodes);
      element.append(inner);
    }
    element.replaceWith(...element.childNodes);
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
  /** The innermost first. */
  const formats: [string, boolean][] = [
    ['sup', styleOf(element, 'vertical-align') === 'super'],
    ['sub', styleOf(element, 'vertical-align') === 'sub'],
    ['s', decoration.includes('line-through')],
    ['u', decoration.includes('underline')],
    ['em', styleOf(element, 'font-style') === 'italic'],
    ['strong', /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight'))],
  ];
  return formats.filter(([, isSet]) => isSet).map(([tag]) => tag);
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
  for (const inner of body.querySelectorAll('[dir] [dir]')) inner.removeAttribute('dir');
  for (const paragraph of body.querySelectorAll('li > p:first-child, :is(td, th) > p:only-child')) {
    if (isSpare(paragraph)) paragraph.replaceWith(...paragraph.childNodes);
  }
  for (const link of body.querySelectorAll('a')) {
    // Anew, as the server puts it last.
    link.removeAttribute('rel');
    if (!link.getAttribute('href')?.startsWith('/')) link.setAttribute('rel', 'noopener noreferrer nofollow ugc');
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
  return paragraph.attributes.length === 0 && others.every((other) => other.matches('ul, ol'));
}

/** Browsers collapse spaces when the text is rendered and parsed again. */
function normalizeText(text: Node): void {
  const data = (text.nodeValue ?? '').normalize('NFC');
  text.nodeValue = text.parentElement?.closest('pre')
    ? data
    : data.replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
}
