import { sharedStrings } from './strings.ts';

const words = {
  good: ['উপস্থিত', 'হ্যাঁ', 'পরিশোধিত', 'আদায়', 'পাস', 'উত্তীর্ণ', 'অনুমোদিত', 'সম্পন্ন'],
  bad: ['অনুপস্থিত', 'না', 'বকেয়া', 'ফেল', 'অকৃতকার্য', 'অনুত্তীর্ণ', 'বাতিল'],
  late: ['দেরি', 'দেরিতে', 'ছুটি', 'ছুটিতে', 'আংশিক', 'অপেক্ষমাণ'],
} as const;

const states = new Map(
  Object.entries(words).flatMap(([state, all]) => all.map((word) => [word.normalize('NFC'), `status-${state}`])),
);

const number = /^৳?\s*[০-৯0-9][০-৯0-9,./–-]*\s*[%৳]?$/;

/** Letters that are written from the right. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const rowTag = /<tr>(.*?)<\/tr>/gs;

const cellTag = /<(t[hd])([^>]*)>(.*?)<\/\1>/gs;

interface RichContentProps {
  /** Sanitized by the server: see `rich-text/clean.server.ts`. */
  html: string;
  /** The level of the heading above; the text's own headings start below it. */
  under: 1 | 2 | 3;
}

/** Rich text of the editor. Only here does a public page insert HTML. */
export function RichContent({ html, under }: RichContentProps) {
  return (
    <div
      className="rich"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every function that reads rich text from the store gives only what `safeRichText` let through the allow list.
      dangerouslySetInnerHTML={{ __html: prepareRichText(html, under) }}
    />
  );
}

/**
 * Prepares sanitized rich text for a page: shifts heading levels, makes wide tables and code scrollable by keyboard,
 * and turns a video into a link. The sanitizer has one way to write tags and escapes `<` and `>`, so regular
 * expressions suffice.
 */
export function prepareRichText(html: string, under: 1 | 2 | 3): string {
  return withDirections(withStatuses(withHeadings(html, under)))
    .replace(
      /<table(?: class="status-table")?(?: dir="rtl")?>/g,
      (tag) => `<div class="rich-table" role="group" tabindex="0" aria-label="${sharedStrings.table}">${tag}`,
    )
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre>/g, '<pre tabindex="0">')
    .replace(
      /<img\b([^>]*)>/g,
      (_, attributes) => `<img${withAlternative(attributes)} loading="lazy" decoding="async">`,
    )
    .replace(/<div data-youtube="([\w-]{11})"><\/div>/g, (_, id) => filmLink(id));
}

/** A text with Arabic lets the browser find the direction of each block that tells none. */
function withDirections(html: string): string {
  if (!fromTheRight.test(html)) return html;
  return html.replace(/<(?:p|h\d|li|t[dh]|caption|figcaption)(?=[ >])(?![^>]* dir=)/g, '$& dir="auto"');
}

/** The first heading is one level below the page's, and no level is skipped; `data-level` keeps its look. */
function withHeadings(html: string, under: number): string {
  const highest = Math.min(...Array.from(html.matchAll(/<h([2-4])(?=[ >])/g), ([, level]) => Number(level)));
  let before = under;
  return html.replace(/<(\/?)h([2-4])(?=[ >])/g, (_, slash: string, level: string) => {
    if (slash) return `</h${before}`;
    before = Math.min(before + 1, under + 1 + Number(level) - highest, 6);
    return `<h${before} data-level="${level}"`;
  });
}

function withAlternative(attributes: string): string {
  const bare = attributes.replace(/\s*\/$/, '');
  return /\salt=/.test(bare) ? bare : `${bare} alt=""`;
}

function filmLink(id: string): string {
  return `<p class="rich-film"><a href="https://www.youtube.com/watch?v=${id}" rel="noopener noreferrer"><svg class="icon" aria-hidden="true"><use href="#i-film"/></svg>${sharedStrings.film}</a></p>`;
}

/**
 * Formats the status tables of sanitized rich text: colours state words such as 'উপস্থিত', centres their columns and
 * right-aligns columns of numbers. The caption becomes a heading; its text after a `|` goes to the right.
 */
function withStatuses(html: string): string {
  return html.replace(/<table class="status-table">.*?<\/table>/gs, (table) => {
    // Merged cells make it impossible to count columns.
    const sides = /\s(?:col|row)span=/.test(table) ? [] : sidesOf(table);
    return table
      .replace(/<caption>(.*?)<\/caption>/s, (_, text: string) => `<caption>${headingOf(text)}</caption>`)
      .replace(rowTag, (_, row: string) => {
        let column = 0;
        const cells = row.replace(cellTag, (_, tag: string, attributes: string, inner: string) => {
          const state = tag === 'td' ? states.get(textOf(inner)) : undefined;
          return `<${tag}${withClasses(attributes, sides[column++], state)}>${inner}</${tag}>`;
        });
        return `<tr>${cells}</tr>`;
      });
  });
}

/** By column; the first one is the row's name. */
function sidesOf(table: string): (string | undefined)[] {
  const columns: string[][] = [];
  for (const [, row = ''] of table.matchAll(rowTag)) {
    for (const [index, [, tag, , inner = '']] of [...row.matchAll(cellTag)].entries()) {
      const text = textOf(inner);
      if (tag === 'td' && text) columns[index] = [...(columns[index] ?? []), text];
    }
  }
  return columns.map((texts, index) => {
    if (index === 0) return undefined;
    if (texts.every((text) => states.has(text))) return 'align-center';
    return texts.every((text) => number.test(text)) ? 'align-right' : undefined;
  });
}

function headingOf(text: string): string {
  const [name = '', ...rest] = text.split('|');
  const beside = rest.join('|').trim();
  return `<b>${name.trim()}</b>${beside && `<span>${beside}</span>`}`;
}

function textOf(inner: string): string {
  return inner
    .replace(/<[^>]*>/g, '')
    .normalize('NFC')
    .trim();
}

/** Manual alignment is kept. */
function withClasses(attributes: string, side: string | undefined, state: string | undefined): string {
  const [, own] = /\sclass="([^"]*)"/.exec(attributes) ?? [];
  const classes = [own ?? side, state].filter(Boolean).join(' ');
  if (!classes) return attributes;
  return `${attributes.replace(/\sclass="[^"]*"/, '')} class="${classes}"`;
}
