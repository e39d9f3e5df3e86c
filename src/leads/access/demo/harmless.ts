const graphemes = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** Code points of a name in a mail. */
const most = 120;

/**
 * What a visitor typed, fit for a mail of ours to somebody: one line, not too long, and without addresses that a mail
 * program would turn into links, so that nobody's advertisement travels in our name.
 */
export function harmless(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ')
    // A dot between letters makes an address; with a space after it, it ends an abbreviation.
    .replace(/[.\u3002\uFF0E\uFF61](?=[^\s.])/gu, '. ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/@/g, ' @ ')
    .replace(/\s+/gu, ' ')
    .trim();
  return cut(line);
}

function cut(line: string): string {
  if ([...line].length <= most) return line;
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(line)) {
    length += [...segment].length;
    if (length >= most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
