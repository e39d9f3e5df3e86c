/** What a template can leave to be filled in. */
export type Placeholder = 'name' | 'institute' | 'link' | 'password' | 'expires';

/** A template as it is read: text, and between it what is to be filled in. */
export type Piece = string | { placeholder: Placeholder };

/** Offered to staff, with what each one stands for. */
export const placeholders: { name: Placeholder; means: string }[] = [
  { name: 'name', means: 'name of the person' },
  { name: 'institute', means: 'name of the institute' },
  { name: 'link', means: 'demo link' },
  { name: 'password', means: 'demo password' },
  { name: 'expires', means: 'last day, if personal' },
];

const spellings: Record<string, Placeholder> = {
  name: 'name',
  institute: 'institute',
  institute_name: 'institute',
  link: 'link',
  demo_link: 'link',
  password: 'password',
  demo_password: 'password',
  expires: 'expires',
  valid_until: 'expires',
  নাম: 'name',
  প্রতিষ্ঠান: 'institute',
  লিংক: 'link',
  পাসওয়ার্ড: 'password',
  মেয়াদ: 'expires',
};

const known = new Map(Object.entries(spellings).map(([spelling, name]) => [spelling.normalize('NFC'), name]));

/** `{name}`, and for whoever is used to it `{{name}}`. */
const pattern = /\{\{?([^{}\n]{1,60})\}?\}/gu;

/** Reads a template once. What is filled in is never read again, so that no name can bring a placeholder along. */
export function readTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of template.matchAll(pattern)) {
    const placeholder = meaningOf(match[1]);
    if (!placeholder) continue;
    pieces.push(template.slice(done, match.index), { placeholder });
    done = match.index + match[0].length;
  }
  return [...pieces, template.slice(done)].filter((piece) => piece !== '');
}

/** What stands in braces and means nothing, as it was written. */
export function unknownPlaceholders(template: string): string[] {
  const unknown = [...template.matchAll(pattern)].filter((match) => match[1]?.trim() && !meaningOf(match[1]));
  return [...new Set(unknown.map(([written]) => written))];
}

export function uses(pieces: Piece[], placeholder: Placeholder): boolean {
  return pieces.some((piece) => typeof piece !== 'string' && piece.placeholder === placeholder);
}

function meaningOf(written = ''): Placeholder | undefined {
  return known.get(written.trim().toLowerCase().normalize('NFC'));
}
