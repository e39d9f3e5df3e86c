const words = {
  good: ['উপস্থিত', 'হ্যাঁ', 'পরিশোধিত', 'আদায়', 'পাস', 'উত্তীর্ণ', 'অনুমোদিত', 'সম্পন্ন'],
  bad: ['অনুপস্থিত', 'না', 'বকেয়া', 'ফেল', 'অকৃতকার্য', 'অনুত্তীর্ণ', 'বাতিল'],
  late: ['দেরি', 'দেরিতে', 'ছুটি', 'ছুটিতে', 'আংশিক', 'অপেক্ষমাণ'],
} as const;

const states = new Map(
  Object.entries(words).flatMap(([state, all]) => all.map((word) => [word.normalize('NFC'), `status-${state}`])),
);

const number = /^৳?\s*[০-৯0-9][০-৯0-9,./–-]*\s*[%৳]?$/;
const rowTag = /<tr>(.*?)<\/tr>/gs;
const cellTag = /<(t[hd])([^>]*)>(.*?)<\/\1>/gs;

/**
 * Formats the status tables of sanitized rich text: colours state words such as 'উপস্থিত', centres their columns and
 * right-aligns columns of numbers. The caption becomes a heading; its text after a `|` goes to the right.
 */
export function withStatuses(html: string): string {
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
