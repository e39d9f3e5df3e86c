import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { inertDocument } from './inert-document.ts';

/** The document as HTML in the server's normal form: sanitizing it changes nothing. */
export function toHtml(doc: Node): string {
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
  for (const element of body.querySelectorAll('*')) if (element.hasAttributes()) orderAttributes(element);
  const texts = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) cleanText(texts.currentNode as Text);
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

/** In the server's order. Other attributes are dropped, such as the language of a code block. */
const attributes = [
  'href',
  'rel',
  'src',
  'alt',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'data-youtube',
  'class',
];

function orderAttributes(element: Element): void {
  const attributeValues = new Map(Array.from(element.attributes, ({ name, value }) => [name, value]));
  for (const name of attributeValues.keys()) element.removeAttribute(name);
  for (const name of attributes) {
    const value = attributeValues.get(name);
    if (value === undefined || (value === '' && name !== 'alt')) continue;
    if (name === 'class' && !/^(?:(?:align|colour)-|status-table$)/.test(value)) continue;
    element.setAttribute(name, cleaned(value));
  }
}

function cleanText(text: Text): void {
  let data = cleaned(text.data);
  // Browsers collapse spaces when the text is rendered and parsed again.
  if (data.includes('  ') && !text.parentElement?.closest('pre'))
    data = data.replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
  if (data !== text.data) text.data = data;
}

/** Removes the characters that the server strips. */
function cleaned(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}
