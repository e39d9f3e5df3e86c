import sanitizeWith, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { asYoutubeId, youtubeId } from '#api/youtube.ts';
import { isSafeHref, isStoredPicture } from './editor/addresses.ts';

/** The HTML that the editor can produce. Styles, ids, handlers, foreign frames and images are removed. */

const attributesOf: Record<string, Record<string, (value: string) => string | null>> = {
  a: { href: safeHref },
  img: { src: ownPicture, alt: anyText, width: upTo(9_999), height: upTo(9_999) },
  td: { colspan: upTo(100), rowspan: upTo(100) },
  th: { colspan: upTo(100), rowspan: upTo(100) },
  ol: { start: upTo(9_999), type: (value) => /^[aAiI]$/.exec(value)?.[0] ?? null },
  div: { 'data-youtube': asYoutubeId },
};

const aligned = ['p', 'h2', 'h3', 'h4', 'td', 'th', 'figure'];
const alignments = ['left', 'center', 'right', 'justify'];
const colours = ['red', 'orange', 'green', 'teal', 'blue', 'purple', 'gray'];

const statusTable = 'status-table';

const renamed: Record<string, string> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
};

/** Tags whose content isn't text, or would be parsed differently without the tag. */
const droppedWhole =
  'script style template noscript noembed noframes xmp plaintext listing title head svg math iframe frameset object applet portal canvas audio video map textarea option select datalist'.split(
    ' ',
  );

const needed: Record<string, string> = { a: 'href', img: 'src', span: 'class', div: 'data-youtube' };

const tags = new Set(
  'p h2 h3 h4 strong em u s code pre blockquote ul ol li a span table caption colgroup col thead tbody tfoot tr th td hr br img figure figcaption div sub sup'.split(
    ' ',
  ),
);

const allowList: IOptions = {
  allowedTags: [...tags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(attributesOf).map(([tag, attributes]) => [tag, Object.keys(attributes)])),
    a: ['href', 'rel'],
    '*': ['dir'],
  },
  allowedClasses: {
    ...Object.fromEntries(aligned.map((tag) => [tag, alignments.map((side) => `align-${side}`)])),
    span: colours.map((colour) => `colour-${colour}`),
    table: [statusTable],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: droppedWhole,
  selfClosing: ['img', 'br', 'hr', 'col'],
  transformTags: { div: video, iframe: video, '*': transformTag },
};

function isAllowed(tag: string): boolean {
  return tags.has(renamed[tag] ?? tag);
}

function lacksAttribute({ tag, attribs }: { tag: string; attribs: Attributes }): boolean {
  const attribute = needed[tag];
  return attribute !== undefined && !attribs[attribute];
}

function transformTag(tag: string, attributes: Attributes): Tag {
  const tagName = renamed[tag] ?? tag;
  const attribs = { ...allowedAttributes(tagName, attributes), ...classesOf(tagName, attributes) };
  if (/^rtl$/i.test(attributes.dir ?? '')) attribs.dir = 'rtl';
  if (tagName === 'a' && !attribs.href?.startsWith('/')) attribs.rel = 'noopener noreferrer nofollow ugc';
  return { tagName, attribs };
}

function allowedAttributes(tag: string, given: Attributes): Attributes {
  const result: Attributes = {};
  for (const [name, check] of Object.entries(attributesOf[tag] ?? {})) {
    const value = Object.hasOwn(given, name) ? check(given[name] ?? '') : null;
    if (value !== null) result[name] = value;
  }
  return result;
}

/** The editor aligns by inline style, which the Content-Security-Policy blocks, so it becomes a class. */
function classesOf(tag: string, attributes: Attributes): Attributes {
  const names = (attributes.class ?? '').split(/\s+/);
  if (tag === 'span') {
    const colour = colours.find((each) => names.includes(`colour-${each}`));
    return colour ? { class: `colour-${colour}` } : {};
  }
  if (tag === 'table' && names.includes(statusTable)) return { class: statusTable };
  if (!aligned.includes(tag)) return {};
  const styled = /(?:^|;)\s*text-align\s*:\s*([a-z]{4,7})\s*(?:;|$)/i.exec(
    (attributes.style ?? '').slice(0, 1_000),
  )?.[1];
  const side = alignments.find((each) => names.includes(`align-${each}`) || styled?.toLowerCase() === each);
  return side ? { class: `align-${side}` } : {};
}

/** A video is an empty `div`; the page renders the player. YouTube iframes are converted. */
function video(tag: string, attributes: Attributes): Tag {
  const id = tag === 'iframe' ? youtubeId(attributes.src ?? '') : asYoutubeId(attributes['data-youtube'] ?? '');
  return id ? { tagName: 'div', attribs: { 'data-youtube': id }, text: '' } : { tagName: tag, attribs: {} };
}

function safeHref(value: string): string | null {
  const href = value.trim();
  return isSafeHref(href) ? href : null;
}

function ownPicture(value: string): string | null {
  return isStoredPicture(value) || isPending(value) ? value : null;
}

/** Placeholder of a pasted picture; see rich-text.server.ts. */
function isPending(value: string): boolean {
  return /^pending-picture\/[0-9a-f]{32}-\d{1,2}$/.test(value);
}

function anyText(value: string): string {
  return value.slice(0, 1_000);
}

function upTo(largest: number): (value: string) => string | null {
  return (value) => (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= largest ? value : null);
}

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
export function sanitizeHtml(html: string): CleanResult {
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

function sanitize(html: string) {
  let depth = 0;
  let nodes = 0;
  let dropped = false;
  const cleaned = sanitizeWith(html, {
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
