import { withStatuses } from './status-table.ts';
import { words } from './words.ts';

interface RichContentProps {
  /** Cleaned by the server: see `rich-text/allow-list.server.ts`. */
  html: string;
  /** The level of the heading that it stands under; its own headings go on from there. */
  under: 1 | 2 | 3;
}

/** What staff wrote in the editor. The one place where ready HTML enters a public page. */
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
 * Makes cleaned rich text ready for a page: headings go on from the page's own, wide tables and code get a frame that a
 * keyboard can scroll, a film becomes a link. The cleaner writes tags in one way only and escapes `<` and `>` in texts
 * and attributes, so that tags can be told by their letters.
 */
export function prepareRichText(html: string, under: 1 | 2 | 3): string {
  return withStatuses(withHeadings(html, under))
    .replace(
      /<table(?: class="status-table")?>/g,
      (tag) => `<div class="rich-table" role="group" tabindex="0" aria-label="${words.table}">${tag}`,
    )
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre>/g, '<pre tabindex="0">')
    .replace(
      /<img\b([^>]*)>/g,
      (_, attributes) => `<img${withAlternative(attributes)} loading="lazy" decoding="async">`,
    )
    .replace(/<div data-youtube="([\w-]{11})"><\/div>/g, (_, id) => filmLink(id));
}

/** The first heading is one level below the page's own, and no later one leaves a level out; `data-level` keeps its look. */
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
  return `<p class="rich-film"><a href="https://www.youtube.com/watch?v=${id}" rel="noopener noreferrer"><svg class="icon" aria-hidden="true"><use href="#i-film"/></svg>${words.film}</a></p>`;
}
