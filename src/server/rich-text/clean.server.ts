import sanitizeHtml from 'sanitize-html';
import { allowList, isAllowed, saysNothing } from './allow-list.server.ts';

/** `signs` are `<` and `&`: where the parser stops. Ten times what an article of 20,000 words has. */
const limits = { depth: 100, nodes: 20_000, signs: 200_000 };

export type CleanResult = { html: string } | { refused: 'depth' | 'nodes' };

class TooMuch extends Error {
  readonly refused: 'depth' | 'nodes';

  constructor(refused: 'depth' | 'nodes') {
    super(refused);
    this.refused = refused;
  }
}

/** Brings HTML down to the allow-list; cleaning it again changes nothing. Text without words, pictures or lines is ''. */
export function clean(html: string): CleanResult {
  if (hasTooMany(html)) return { refused: 'nodes' };
  try {
    let result = sanitize(withoutControls(html));
    // What stands inside a tag that went may now close, or be closed by, what stands around it.
    if (result.dropped) result = sanitize(result.html);
    const cleaned = withoutNothing(withoutControls(result.html));
    // It is cleaned again before it is shown, and `>` became `&gt;`.
    return hasTooMany(cleaned) ? { refused: 'nodes' } : { html: cleaned };
  } catch (error) {
    if (error instanceof TooMuch) return { refused: error.refused };
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
      if (++nodes > limits.nodes) throw new TooMuch('nodes');
      if (++depth > limits.depth) throw new TooMuch('depth');
      if (!isAllowed(name)) dropped = true;
    },
    onCloseTag: () => {
      depth--;
    },
    exclusiveFilter: (frame) => {
      if (!saysNothing(frame)) return false;
      dropped = true;
      return 'excludeTag';
    },
  });
  return { html: cleaned, dropped };
}

function hasTooMany(html: string): boolean {
  return html.length - html.replace(/[<&]/g, '').length > limits.signs;
}

/**
 * Control characters and overrides of the writing direction have no business in an article. The text is not normalised:
 * a combining mark behind a tag would be merged with its bracket.
 */
function withoutControls(html: string): string {
  return html.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}

/** An editor that was opened and left leaves an empty paragraph. */
function withoutNothing(html: string): string {
  if (/<(?:img|hr|table|div)\b/.test(html)) return html.trim();
  return html.replace(/<[^>]*>|\s|\u200b/g, '') === '' ? '' : html.trim();
}
