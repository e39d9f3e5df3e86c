import { styleOf } from './formats.ts';

/** Word writes lists as paragraphs that know their level and bring their own bullets. */
export function makeWordLists(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll('p')]) {
    if (paragraph.isConnected && levelOf(paragraph) > 0) makeList(paragraph);
  }
}

/** Gathers the paragraph and those right behind it. */
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

/** Removes the written bullet or number and tells which of the two it was. */
function takeMarker(paragraph: Element): 'ol' | 'ul' {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span, 'mso-list') === 'ignore');
  const text = marker?.textContent?.trim() ?? '';
  marker?.remove();
  return /^\(?[\p{L}\p{N}]{1,6}[.)।]/u.test(text) ? 'ol' : 'ul';
}
