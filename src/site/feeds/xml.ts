/** A text inside an element or an attribute of XML; what XML cannot hold is left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\u0009\u000A\u000D\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
