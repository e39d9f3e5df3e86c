import type { Mark, Node } from '@tiptap/pm/model';

/**
 * A document as the server keeps it: cleaning the result there changes nothing. Written as text and remembered block by
 * block, so that a key pressed in a long article costs one block and not the article.
 */
export function htmlOf(doc: Node): string {
  const blocks: string[] = [];
  for (let index = 0; index < lengthWithoutEnd(doc); index++) blocks.push(blockHtml(doc.child(index)));
  const html = blocks.join('');
  return isNothing(html) ? '' : html;
}

/** Writes block after block ahead of time, with a pause after each. */
export function* prepareHtml(parent: Node): Generator<void> {
  for (const child of parent.children) {
    if (child.isBlock && !child.isTextblock) yield* prepareHtml(child);
    blockHtml(child);
    yield;
  }
}

/** The editor keeps an empty paragraph at the end to go on writing in. */
function lengthWithoutEnd(doc: Node): number {
  let length = doc.childCount;
  while (length > 0 && isBlank(doc.child(length - 1))) length--;
  return length;
}

function isBlank(node: Node): boolean {
  return node.type.name === 'paragraph' && node.content.size === 0;
}

function isNothing(html: string): boolean {
  if (html.length > 10_000 || /<(?:img|hr|table|div)\b/.test(html)) return false;
  return html.replace(/<[^>]*>|\s|\u200b/g, '') === '';
}

const written = new WeakMap<Node, string>();

function blockHtml(node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  const html = write(node);
  written.set(node, html);
  return html;
}

function write(node: Node): string {
  if (node.type.name === 'table') return tableHtml(node);
  if (node.type.name === 'figure') return figureHtml(node);
  const [before, after] = frame(node.type.spec.toDOM?.(node));
  return before + (node.inlineContent ? inlineHtml(node) : childrenHtml(node)) + after;
}

function childrenHtml(parent: Node): string {
  return parent.children.map((child) => (isTight(parent, child) ? inlineHtml(child) : blockHtml(child))).join('');
}

/** Text of an item or a cell stands in it directly, where nothing needs the paragraph. */
function isTight(parent: Node, child: Node): boolean {
  if (child.type.name !== 'paragraph' || child.attrs.textAlign || child !== parent.firstChild) return false;
  if (parent.type.spec.tableRole) return parent.childCount === 1;
  return parent.type.name === 'listItem' && parent.children.slice(1).every(({ type }) => type.isInGroup('list'));
}

function figureHtml(figure: Node): string {
  const [before, after] = frame(['figure', { class: alignmentClass(figure) }]);
  const [picture] = frame(['img', figure.attrs]);
  const caption = figure.childCount > 0 ? `<figcaption>${inlineHtml(figure)}</figcaption>` : '';
  return before + picture + caption + after;
}

function alignmentClass({ attrs }: Node): string | null {
  return attrs.textAlign ? `align-${attrs.textAlign}` : null;
}

function tableHtml(table: Node): string {
  const rows = table.children.map(blockHtml);
  const headRows = countHeadRows(table);
  const head = headRows > 0 ? `<thead>${rows.slice(0, headRows).join('')}</thead>` : '';
  const caption = table.attrs.caption ? `<caption>${escapeText(table.attrs.caption)}</caption>` : '';
  return `<table>${caption}${head}<tbody>${rows.slice(headRows).join('')}</tbody></table>`;
}

/** Leading rows of headings. None where all rows are such, or where a cell reaches down into the rows below. */
function countHeadRows(table: Node): number {
  const firstOther = table.children.findIndex((row) => row.children.some(({ type }) => type.name !== 'tableHeader'));
  if (firstOther <= 0) return 0;
  const reachesDown = (row: Node, index: number) =>
    row.children.some((cell) => index + cell.attrs.rowspan > firstOther);
  return table.children.slice(0, firstOther).some(reachesDown) ? 0 : firstOther;
}

function inlineHtml(parent: Node): string {
  const open: { mark: Mark; close: string }[] = [];
  let html = '';
  for (const child of parent.children) {
    const same = open.findIndex(({ mark }, index) => !child.marks[index]?.eq(mark));
    const kept = same === -1 ? open.length : same;
    html += closing(open.splice(kept));
    for (const mark of child.marks.slice(kept)) {
      const [before, close] = frame(mark.type.spec.toDOM?.(mark, true));
      html += before;
      open.push({ mark, close });
    }
    html += child.isText ? textHtml(child.text ?? '', parent) : blockHtml(child);
  }
  return html + closing(open);
}

function closing(marks: { close: string }[]): string {
  return marks
    .map(({ close }) => close)
    .toReversed()
    .join('');
}

function textHtml(text: string, parent: Node): string {
  if (parent.type.spec.code) return escapeText(text);
  // Browsers show one space for several, and reading the text again would, too.
  return escapeText(text.replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `));
}

/** In the server's order. What is on no list is left out, such as the language of a code block. */
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
const alone = ['br', 'hr', 'img'];

/** What stands before and after the content of a tag, from ProseMirror's description of it. */
function frame(description: unknown): [before: string, after: string] {
  const [tag, ...rest] = description as [string, ...unknown[]];
  const given = isAttributes(rest[0]) ? rest[0] : {};
  const inner = rest.find(Array.isArray);
  const start = `<${tag}${attributes.map((name) => attributeHtml(name, given[name])).join('')}`;
  if (alone.includes(tag)) return [`${start} />`, ''];
  const [before, after] = inner ? frame(inner) : ['', ''];
  return [`${start}>${before}`, `${after}</${tag}>`];
}

function isAttributes(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

function attributeHtml(name: string, value: unknown): string {
  if (value === null || value === undefined || (value === '' && name !== 'alt')) return '';
  if (name === 'class' && !/^(?:align|colour)-/.test(String(value))) return '';
  return ` ${name}="${escapeText(String(value)).replaceAll('"', '&quot;')}"`;
}

/** The characters that the server takes away are left out here already. */
function escapeText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
