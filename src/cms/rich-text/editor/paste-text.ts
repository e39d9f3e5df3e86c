import { escapeHtml } from '#api/text.ts';
import { youtubeId } from '#api/youtube.ts';
import { listHtml } from './paste-lists.ts';

/** Without these a star is WhatsApp's: bold. */
const markdown =
  /^#{1,6} |^ *(?:```|~~~)\w*$|\*\*\S|\]\((?:https?:|\/|mailto:)|^(?=.*\|) *\|?[ :|-]*--[ :|-]*$|^ *[-*+] \[[ x]\] /m;

/** A block of code, code in a line, and a sign that means itself. */
const literals =
  /^ *(```|~~~)[^`\n]*\n([\s\S]*?)\n?(?:^ *\1 *$|(?![\s\S]))|(`+)([^`\n](?:.{0,2000}?[^`])?)\3|\\([-\\*_~[\]()#+.!|`])/gm;

const list =
  /^[ \t]*(?:[-*+•◦▪●]|[\d০-৯]{1,3}[.)])[ \t]+(?![-*_ ]*$).+(?:\n+[ \t]*(?:[-*+•◦▪●]|[\d০-৯]{1,3}[.)])[ \t]+(?![-*_ ]*$).+)*$/gm;

/** In this order: blocks, then what stands in a line. */
const rules: [RegExp, string][] = [
  [/^ *(?:[-*_] *){3,}$/gm, '<hr>'],
  [/^ *\|?(.*\|.*[^|\s]) *\|? *\n(?=.*\|) *\|?(?: *:?-+:? *\|)* *:?-+:? *\|? *$/gm, '<tr><th>$1</th></tr>'],
  [/^ *\|(.*)\| *$/gm, '<tr><td>$1</td></tr>'],
  [/\|(?=.*<\/th><\/tr>$)/gm, '</th><th>'],
  [/\|(?=.*<\/td><\/tr>$)/gm, '</td><td>'],
  [/(?:^<tr>.*\n?)+/gm, '<table>$&</table>\n'],
  [/^#{1,2} +(.+?)[ #]*$/gm, '<h2>$1</h2>'],
  [/^### +(.+?)[ #]*$/gm, '<h3>$1</h3>'],
  [/^#{4,6} +(.+?)[ #]*$/gm, '<h4>$1</h4>'],
  [/^(?:&#62; ?)+(.*)$/gm, '<blockquote><p>$1</p></blockquote>'],
  [/<\/blockquote>\n<blockquote>/g, ''],
  [/^(?!<)[ \t]*(\S.*)$/gm, '<p>$1</p>'],
  [/<li>\[x\] /gi, '<li>☑ '],
  [/<li>\[ \] /g, '<li>☐ '],
  [/!\[([^\]\n]{0,500})\]\(([^()\s]{1,2000})\)/g, '<img alt="$1" src="$2">'],
  [
    /\[([^\]\n]{1,500})\]\(((?:https?:|mailto:|tel:|\/)[^\s()]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)(?: [^()\n]{0,200})?\)/g,
    '<a href="$2">$1</a>',
  ],
  [/&#60;(https?:[^\s&]{1,2000})&#62;/g, '<a href="$1">$1</a>'],
  [/&#60;(\/?(?:br|b|i|u|s|sub|sup|strong|em)) ?\/?&#62;/gi, '<$1>'],
  [/\*\*\*(?=\S)([^*\n]{1,2000})\*\*\*/g, '<strong><em>$1</em></strong>'],
  [/(^|[^*\d])\*\*(?=\S)(.{0,2000}?[^\s*])\*\*/gm, '$1<strong>$2</strong>'],
  [/(^|[\s>(])__(?![a-z\d]+__)(?=\S)([^_\n]{1,2000})__(?!\w)/gm, '$1<strong>$2</strong>'],
  [/~~(?=\S)([^~\n]{1,2000})~~/g, '<s>$1</s>'],
  [/(^|[\s>(“‘~_])\*(?=\S)(?=[^*\n]{0,2000}\p{L})([^*\n]{0,2000}[^*\s])\*(?![\p{L}\p{N}*])/gmu, '$1<star>$2</star>'],
  [/(^|[\s>(“‘~])_(?=\S)(?=[^_\n]{0,2000}\p{L})([^_\n]{0,2000}[^_\s])_(?![\p{L}\p{N}_])/gmu, '$1<em>$2</em>'],
  [/(^|[\s>(“‘])~(?=\S)(?=[^~\n]{0,2000}\p{L})([^~\n]{0,2000}[^~\s])~(?![\p{L}\p{N}~])/gmu, '$1<s>$2</s>'],
];

/** Markdown, WhatsApp's signs and lines with the address of a film as HTML; null where a text has none of them. */
export function textToHtml(text: string): string | null {
  // Some rules take time by the square of a line.
  if (text.length > 100_000 || text.split(/[\r\n]/).some((line) => line.length > 5_000)) return null;
  const isMarkdown = markdown.test(text);
  const blocks = escapeHtml(text.replace(/\r\n?/g, '\n').replace(/^.+$/gm, plainFilm))
    .replace(literals, (_all, _fence, block, _ticks, code, sign) => {
      if (sign) return literal(sign);
      return code ? `<code>${literal(code)}</code>` : `<pre><code>${literal(block)}</code></pre>`;
    })
    .replace(list, (run) => (isMarkdown || run.includes('\n') ? itemsHtml(run) : run));
  const html = rules.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), blocks);
  if (!/<(?!\/?p>)|<p>https:\/\/youtu\.be\/[\w-]*<\/p>/.test(html)) return null;
  return html.replace(/star>/g, isMarkdown ? 'em>' : 'strong>');
}

/** The paste of HTML makes videos of such lines. */
function plainFilm(line: string): string {
  const id = youtubeId(line);
  return id ? `https://youtu.be/${id}` : line;
}

/** For the rules that follow. */
function literal(text: string): string {
  return text.replace(/[!"$%'-/:<-@[-`{-~\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Where all items are numbered 1 the list goes on. */
function itemsHtml(run: string): string {
  const items = run.matchAll(/^([ \t]*)(\S+)[ \t]+(.*)$/gm);
  return listHtml(
    Array.from(items, ([, space = '', sign = '', html = '']) => [space.length, sign.replace(/^[1১](?=\D)/, '#'), html]),
  );
}
