import sanitizeHtml from 'sanitize-html';
import { allowList } from './allow-list.server.ts';

const limits = { depth: 100, nodes: 20_000 };

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
  try {
    return { html: withoutNothing(sanitize(html)) };
  } catch (error) {
    if (error instanceof TooMuch) return { refused: error.refused };
    throw error;
  }
}

function sanitize(html: string): string {
  let depth = 0;
  let nodes = 0;
  return sanitizeHtml(withoutControls(html), {
    ...allowList,
    onOpenTag: () => {
      if (++nodes > limits.nodes) throw new TooMuch('nodes');
      if (++depth > limits.depth) throw new TooMuch('depth');
    },
    onCloseTag: () => {
      depth--;
    },
  });
}

/** Control characters and overrides of the writing direction have no business in an article. */
function withoutControls(html: string): string {
  return html
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '');
}

/** An editor that was opened and left leaves an empty paragraph. */
function withoutNothing(html: string): string {
  if (/<(?:img|hr|table|div)\b/.test(html)) return html.trim();
  return html.replace(/<[^>]*>|\s|\u200b/g, '') === '' ? '' : html.trim();
}
