import { brokenWorkbook } from './unreadable.server.ts';

/** Characters of one tag, one comment, or the text between two tags. A cell holds 32,767 at most. */
const longest = 256 * 1024;

/** Names come without the prefix of their namespace. */
export interface MarkupHandler {
  /** `tag` is as it was written: see `attributesOf`. */
  open?: (name: string, tag: string) => void;
  close?: (name: string) => void;
  /** What stands between two tags may come in several pieces. */
  text?: (text: string) => void;
}

/**
 * Reads XML as it comes, in time and memory that its length bounds: each character is looked at a fixed number of times.
 * It takes what spreadsheet programs write; a document type, or an attribute that is written in another way, is refused.
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
      if (start > at) this.#handler.text?.(decoded(markup.slice(at, start)));
      this.#take(markup.slice(start, end));
      at = end;
    }
    this.#rest = markup.slice(at);
    if (this.#rest.length > longest) throw brokenWorkbook();
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

/** Behind the end of what begins here; -1 where it has not come yet. */
function endOf(markup: string, start: number): number {
  if (markup.startsWith('<!--', start)) return behind(markup, '-->', start + 4);
  if (markup.startsWith(cdata, start)) return behind(markup, ']]>', start);
  if (markup.startsWith('<?', start)) return behind(markup, '?>', start);
  const end = behind(markup, '>', start);
  if (end >= 0 && markup.startsWith('<!', start)) throw brokenWorkbook();
  return end;
}

function behind(markup: string, end: string, from: number): number {
  const at = markup.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

/** By their names without prefixes. @throws {Unreadable} for what is written in a way that no program has */
export function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  const end = tag.length - (tag.endsWith('/>') ? 2 : 1);
  const attribute = /\s+(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')|\s*/y;
  attribute.lastIndex = 1 + tag.slice(1).search(/[\s/>]/);
  while (attribute.lastIndex < end) {
    const [whole, name, double, single] = attribute.exec(tag) ?? [];
    if (!whole) throw brokenWorkbook();
    if (name !== undefined) found.set(name, decoded(double ?? single ?? ''));
  }
  return found;
}

const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
