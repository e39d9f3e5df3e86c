import { words } from './words.ts';

/**
 * Makes cleaned rich text ready for a page: headings go on from the page's own, wide tables and code get a frame that a
 * keyboard can scroll, a film becomes a link. The cleaner writes tags in one way only and escapes `<` and `>` in texts
 * and attributes, so that tags can be told by their letters.
 */
export function prepareRichText(html: string, under: 1 | 2 | 3): string {
  return html
    .replace(/<(\/?)h([2-4])(?=[ >])/g, (_, slash, level) => `<${slash}h${Math.min(6, Number(level) + under - 1)}`)
    .replace(/<table>/g, `<div class="rich-table" role="group" tabindex="0" aria-label="${words.table}"><table>`)
    .replace(/<\/table>/g, '</table></div>')
    .replace(/<pre>/g, '<pre tabindex="0">')
    .replace(
      /<img\b([^>]*)>/g,
      (_, attributes) => `<img${withAlternative(attributes)} loading="lazy" decoding="async">`,
    )
    .replace(/<div data-youtube="([\w-]{11})"><\/div>/g, (_, id) => filmLink(id));
}

function withAlternative(attributes: string): string {
  const bare = attributes.replace(/\s*\/$/, '');
  return /\salt=/.test(bare) ? bare : `${bare} alt=""`;
}

function filmLink(id: string): string {
  return `<p class="rich-film"><a href="https://www.youtube.com/watch?v=${id}" rel="noopener noreferrer"><svg class="icon" aria-hidden="true"><use href="#i-film"/></svg>${words.film}</a></p>`;
}
