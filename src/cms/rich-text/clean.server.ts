import sanitizeHtml from 'sanitize-html';
import { allowList, isAllowed, lacksAttribute } from './allow-list.server.ts';

/** `signs` counts `<` and `&`, where the parser stops. Ten times those of an article of 20,000 words. */
const limits = { depth: 100, nodes: 20_000, signs: 200_000 };

export type CleanResult = { html: string } | { refused: 'depth' | 'nodes' };

class LimitError extends Error {
  readonly refused: 'depth' | 'nodes';

  constructor(refused: 'depth' | 'nodes') {
    super(refused);
    this.refused = refused;
  }
}

/** Sanitises HTML; idempotent. Returns '' if there are no words, images or lines. */
export function clean(html: string): CleanResult {
  if (hasTooMany(html)) return { refused: 'nodes' };
  try {
    let result = sanitize(withoutControls(html));
    // After removing a tag, its content may close, or be closed by, what surrounds it: sanitise again.
    if (result.dropped) result = sanitize(result.html);
    const cleaned = emptyIfBlank(withoutControls(result.html));
    // Check the result too, because `>` became `&gt;` and it is cleaned again before it is shown.
    return hasTooMany(cleaned) ? { refused: 'nodes' } : { html: cleaned };
  } catch (error) {
    if (error instanceof LimitError) return { refused: error.refused };
    throw error;
  }
}

function sanitize(html: string): { html: string; dropped: boolean } {
  let depth = 0;
  let nodes = 0;
  let dropped = false;
  const cleaned = sanitizeHtml(html, {
    ...allowList,
    onOpenTag: (name) => {
      if (++nodes > limits.nodes) throw new LimitError('nodes');
      if (++depth > limits.depth) throw new LimitError('depth');
      if (!isAllowed(name)) dropped = true;
    },
    onCloseTag: () => {
      depth--;
    },
    exclusiveFilter: (frame) => {
      if (!lacksAttribute(frame)) return false;
      dropped = true;
      return 'excludeTag';
    },
  });
  return { html: cleaned, dropped };
}

function hasTooMany(html: string): boolean {
  return html.length - html.replace(/[<&]/g, '').length > limits.signs;
}

/** No Unicode normalisation: a combining mark after a tag would merge with its bracket. */
function withoutControls(html: string): string {
  return html.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}

function emptyIfBlank(html: string): string {
  if (/<(?:img|hr|table|div)\b/.test(html)) return html.trim();
  return html.replace(/<[^>]*>|\s|\u200b/g, '') === '' ? '' : html.trim();
}
