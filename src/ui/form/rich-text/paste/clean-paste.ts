import { inertBody } from '../html/read-html.ts';
import { isOwnPicture, withoutOwnOrigin } from '../schema/addresses.ts';
import { nameFormats, styleOf } from './formats.ts';
import { makeWordLists } from './word-lists.ts';

/** As much as one picture may have, as base64. */
const largestPicture = (8 * 2 ** 20 * 4) / 3 + 100;

interface Pasted {
  html: string;
  /** Pictures that stand on other sites, or are too large: they cannot come along. */
  lostPictures: number;
}

/** What Word, Google Docs and web pages put on the clipboard, without what they add to the text itself. */
export function cleanPaste(html: string): Pasted {
  // What was copied in an editor of this kind is clean already.
  if (html.includes('data-pm-slice=')) return { html, lostPictures: 0 };
  const body = inertBody(withoutInline(html));
  for (const element of body.querySelectorAll(noise)) element.remove();
  makeWordLists(body);
  nameFormats(body);
  for (const element of [...body.querySelectorAll('*')]) simplify(element);
  const lostPictures = dropForeignPictures(body);
  dropEmpty(body);
  body.normalize();
  return { html: body.innerHTML, lostPictures };
}

const noise = [
  ...['style', 'script', 'meta', 'link', 'title', 'xml', 'template', 'svg', 'math', 'iframe', 'object', 'form button'],
  ...['br.Apple-interchange-newline', '[hidden]'],
].join(', ');

/** The content security policy reports inline styles and handlers that are parsed, so they get another name. */
function withoutInline(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<\/?[ovwmp]\d?:[^>]*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s/"'])(style|on[a-z]+)\s*=/gi, '$1 data-$2='));
}

const renamed: Record<string, string> = { H1: 'h2', H5: 'h4', H6: 'h4' };

function simplify(element: Element): void {
  const tag = renamed[element.tagName];
  const kept = tag ? renameTag(element, tag) : element;
  const align = /^(?:center|right)$/.exec(styleOf(element, 'text-align') || (element.getAttribute('align') ?? ''))?.[0];
  for (const { name } of [...kept.attributes]) {
    if (!keptAttributes.includes(name)) kept.removeAttribute(name);
  }
  if (align && /^(?:P|H[2-4]|T[DH])$/.test(kept.tagName)) kept.className = `align-${align}`;
  if (kept instanceof HTMLImageElement) kept.setAttribute('src', withoutOwnOrigin(kept.getAttribute('src') ?? ''));
}

const keptAttributes = ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'start', 'data-youtube'];

function renameTag(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function dropForeignPictures(body: HTMLElement): number {
  let lost = 0;
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? '';
    if (isOwnPicture(src) && src.length <= largestPicture) continue;
    // A dot of one pixel is there to be counted, not to be seen.
    if (src && picture.getAttribute('width') !== '1') lost++;
    picture.remove();
  }
  return lost;
}

/** Word keeps lines apart by empty paragraphs, Google Docs by breaks between blocks. Here the style does. */
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
