import { latinDigits } from '#api/text.ts';
import { inertDocument } from '../inert-document.ts';

/** How far it is indented, its bullet or number (`#` is the next one), its HTML, and the type of a list with letters. */
type Item = [indent: number, marker: string, html: string, type?: string];

/** What is no nested list yet: Word's paragraphs, and lists with levels in attributes or with a list between their items. */
const flat =
  'p[data-style*="mso-list:"][data-style*=" level"], :is(ul, ol):has(li:is([aria-level], [data-aria-level], [data-list], ' +
  '[data-stringify-indent], [class*="ql-indent-"], [class*="-depth"]), li > :is(ul, ol):only-child, :is(ul, ol) > :is(ul, ol))';

const marks = 'span[data-style*="ignore" i]';

/** Makes lists of what Word, Google Docs and web editors write with a level. */
export function makeLists(body: HTMLElement): void {
  for (const frame of body.querySelectorAll('.ListContainerWrapper')) frame.replaceWith(...frame.childNodes);
  for (const first of body.querySelectorAll(flat)) {
    const items: Item[] = [];
    let next: Element | null = first.isConnected ? first : null;
    for (; next?.matches(flat); next = first.nextElementSibling) {
      items.push(...[next, ...next.querySelectorAll('li')].filter((each) => each.matches('p, li')).map(readItem));
      if (next !== first) next.remove();
    }
    const filled = items.filter(([, , html]) => /<img|(?:^|>)(?:\s|&nbsp;)*(?!&nbsp;)[^<\s]/.test(html));
    if (items.length > 0) first.replaceWith(...inertDocument(listHtml(filled)).body.childNodes);
  }
}

function readItem(element: Element): Item {
  const list = element.parentElement;
  const item = element.cloneNode(true) as Element;
  const marker = item.querySelector(marks)?.textContent?.trim();
  for (const each of item.querySelectorAll(`ul, ol, ${marks}`)) each.remove();
  // Some count from 0, and leave it out.
  const [, level] = /^<[^>]*?(?:level|level="|indent-|indent="|-depth)(\d)/.exec(element.outerHTML) ?? [];
  const depth = element.ownerDocument.evaluate('count(ancestor::ul | ancestor::ol)', element).numberValue;
  const number = element.previousElementSibling ? '#' : (list?.getAttribute('start') ?? '1');
  const isBullet = element.matches('ul > li, [data-list="bullet"], [data-list$="checked"]');
  return [
    level ? Number(level) + 0.5 : depth,
    marker ?? (isBullet ? '•' : `${number}.`),
    item.innerHTML,
    list?.getAttribute('type') ?? '',
  ];
}

/** Takes the items that are indented further than `outer`. A marker that no list can show stays as text. */
export function listHtml(items: Item[], outer = -1): string {
  let result = '';
  /** The tag that would open the list at its next item. */
  let next = '';
  const close = () => next.replace(/^<(..).*/, '</$1>');
  for (let item = items[0]; item && item[0] > outer; item = items[0]) {
    const [indent, marker, html, type = ''] = item;
    items.shift();
    const inner = html + listHtml(items, indent);
    const tag = openingTag(marker, type, next);
    if (tag !== next) result += close() + tag;
    result += tag ? `<li>${inner}</li>` : `<p>${marker} ${inner}</p>`;
    next = tag.replace(/\d+(?=">)/, (number) => String(Number(number) + 1));
  }
  return result + close();
}

/** A single `i` is a letter after `h` alone. */
function openingTag(marker: string, type: string, next: string): string {
  if (marker.startsWith('#')) return next.startsWith('<ol') ? next : `<ol type="${type}" start="1">`;
  const [, digits, letter = '1'] = /^\(?(?:([\d০-৯]{1,4})[.)।:]*|([a-z])[.):]+)$/i.exec(marker) ?? [];
  if (digits) return `<ol type="${type}" start="${Number(latinDigits(digits))}">`;
  const lettered = `<ol type="${letter < 'a' ? 'A' : 'a'}" start="${letter.charCodeAt(0) % 32}">`;
  if (lettered === next || /[^\divx]/i.test(letter)) return lettered;
  return /^(?:[a-zØ-ÿ]|[^\p{L}\p{N}]*)$/iu.test(marker) ? '<ul>' : '';
}
