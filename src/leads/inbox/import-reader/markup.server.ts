import { brokenWorkbook } from './unreadable.server.ts';

/** Maximum characters of a tag, a comment, or the text between two tags. An Excel cell holds at most 32,767. */
const maxLength = 256 * 1024;

/** Names come without their namespace prefix. */
export interface MarkupHandler {
  open?: (name: string, tag: string) => void;
  close?: (name: string) => void;
  /** The text between two tags may come in several chunks. */
  text?: (text: string) => void;
}

/**
 * A streaming XML parser in linear time and bounded memory. It supports the XML of spreadsheet programs; a document
 * type declaration or unusual attribute syntax is rejected.
 */
export class MarkupReader {
  readonly #handler: MarkupHandler;
  #rest = '';

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  /** @throws {Unreadable} */
  write(chunk: string): void {
    const markup = this.#rest + chunk;
    let at = 0;
    for (let start = markup.indexOf('<'); start >= 0; start = markup.indexOf('<', at)) {
      const end = endOf(markup, start);
      if (end < 0) break;
      if (start > at) this.#handler.text?.(decodeEntities(markup.slice(at, start)));
      this.#take(markup.slice(start, end));
      at = end;
    }
    this.#rest = markup.slice(at);
    if (this.#rest.length > maxLength) throw brokenWorkbook();
  }

  #take(part: string): void {
    if (part.startsWith(cdata)) this.#handler.text?.(part.slice(cdata.length, -3));
    else if (!/^<[!?]/.test(part)) this.#tag(part);
  }

  #tag(tag: string): void {
    const [, slash, name] = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(tag) ?? [];
    if (name === undefined) throw brokenWorkbook();
    if (!slash) this.#handler.open?.(name, tag);
    if (slash || tag.endsWith('/>')) this.#handler.close?.(name);
  }
}

const cdata = '<![CDATA[';

/** Index after the end of the tag, comment or CDATA section at `start`; -1 if it is incomplete. */
function endOf(markup: string, start: number): number {
  if (markup.startsWith('<!--', start)) return indexAfter(markup, '-->', start + 4);
  if (markup.startsWith(cdata, start)) return indexAfter(markup, ']]>', start);
  if (markup.startsWith('<?', start)) return indexAfter(markup, '?>', start);
  const end = indexAfter(markup, '>', start);
  if (end >= 0 && markup.startsWith('<!', start)) throw brokenWorkbook();
  return end;
}

function indexAfter(markup: string, end: string, from: number): number {
  const at = markup.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

/** Names come without their namespace prefix. @throws {Unreadable} for unusual attribute syntax */
export function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  const end = tag.length - (tag.endsWith('/>') ? 2 : 1);
  const attribute = /\s+(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')|\s*/y;
  attribute.lastIndex = 1 + tag.slice(1).search(/[\s/>]/);
  while (attribute.lastIndex < end) {
    const [whole, name, double, single] = attribute.exec(tag) ?? [];
    if (!whole) throw brokenWorkbook();
    if (name !== undefined) found.set(name, decodeEntities(double ?? single ?? ''));
  }
  return found;
}

const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
