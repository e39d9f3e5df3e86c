import type { Attributes, IOptions, Tag } from 'sanitize-html';
import { asYoutubeId } from '#api/youtube.ts';
import { isSafeHref, isStoredPicture } from './editor/addresses.ts';

/** The HTML that the editor can produce. Styles, ids, handlers, foreign frames and images are removed. */

const attributesOf: Record<string, Record<string, (value: string) => string | null>> = {
  a: { href: safeHref },
  img: { src: ownPicture, alt: anyText, width: upTo(9_999), height: upTo(9_999) },
  td: { colspan: upTo(100), rowspan: upTo(100) },
  th: { colspan: upTo(100), rowspan: upTo(100) },
  ol: { start: upTo(9_999) },
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
const droppedWhole = [
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'listing',
  'title',
  'head',
  'svg',
  'math',
  'iframe',
  'frameset',
  'object',
  'applet',
  'portal',
  'canvas',
  'audio',
  'video',
  'map',
  'textarea',
  'option',
  'select',
  'datalist',
];

const needed: Record<string, string> = { a: 'href', img: 'src', span: 'class', div: 'data-youtube' };

const tags = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'span',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'hr',
  'br',
  'img',
  'figure',
  'figcaption',
  'div',
  'sub',
  'sup',
]);

export const allowList: IOptions = {
  allowedTags: [...tags],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(attributesOf).map(([tag, attributes]) => [tag, Object.keys(attributes)])),
    a: ['href', 'rel'],
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

export function isAllowed(tag: string): boolean {
  return tags.has(renamed[tag] ?? tag);
}

export function lacksAttribute({ tag, attribs }: { tag: string; attribs: Attributes }): boolean {
  const attribute = needed[tag];
  return attribute !== undefined && !attribs[attribute];
}

function transformTag(tag: string, attributes: Attributes): Tag {
  const tagName = renamed[tag] ?? tag;
  const attribs = { ...allowedAttributes(tagName, attributes), ...classesOf(tagName, attributes) };
  if (tagName === 'a') attribs.rel = 'noopener noreferrer nofollow ugc';
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
  const embeddedId = /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})(?:[?#]|$)/.exec(
    attributes.src ?? '',
  )?.[1];
  const id = asYoutubeId((tag === 'iframe' ? embeddedId : attributes['data-youtube']) ?? '');
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
