const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const inline = /<\/?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(?=[\s>/])[^>]*>/gi;

/** Text of rich text on one line. Escape it before putting it into HTML. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(inline, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /&(#x?)?(\w{1,8});/gi,
      (whole, number, name) => (number ? byNumber(number, name) : entities[name]) ?? whole,
    )
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The text of the first paragraph, or of everything where there is none. */
export function firstParagraph(html: string): string {
  return plainText(/<p(?:\s[^>]*)?>(.*?)<\/p>/is.exec(html)?.[1] ?? html);
}

export function firstSentence(html: string): string {
  const text = firstParagraph(html);
  return /^.+?[।?!](?=\s|$)/u.exec(text)?.[0] ?? text;
}

function byNumber(prefix: string, digits: string): string | undefined {
  const code = Number.parseInt(digits, prefix.length > 1 ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
