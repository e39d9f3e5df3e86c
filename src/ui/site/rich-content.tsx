import { withStatuses } from './status-table.ts';
import { sharedStrings } from './strings.ts';

interface RichContentProps {
  /** Sanitized by the server: see `rich-text/allow-list.server.ts`. */
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
  return withStatuses(withHeadings(html, under))
    .replace(
      /<table(?: class="status-table")?>/g,
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
