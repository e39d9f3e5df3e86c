import { HttpError } from '../errors.server.ts';

const limits = { depth: 32, keys: 2_000 };
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true });

export class JsonBodyError extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}

/**
 * Parses JSON strictly: valid UTF-8, limited depth and number of keys, no duplicate keys (parsers disagree on which one
 * counts), no `__proto__` and the like.
 * @throws {JsonBodyError}
 */
export function readJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonBodyError('The body is not valid UTF-8.');
  }
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonBodyError('The body is not valid JSON.');
  }
}

/** Scans the text before anything is built from it; syntax errors are left to JSON.parse. */
function checkShape(text: string): void {
  const open: (Set<string> | null)[] = [];
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{') enter(open, new Set());
    else if (char === '[') enter(open, null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(text, at);
      const object = open.at(-1);
      if (object && isFollowedByColon(text, end)) checkKey(text.slice(at, end + 1), object, ++keys);
      at = end;
    }
  }
}

function enter(open: (Set<string> | null)[], keys: Set<string> | null): void {
  open.push(keys);
  if (open.length > limits.depth) throw new JsonBodyError(`The body is nested deeper than ${limits.depth} levels.`);
}

function checkKey(quoted: string, object: Set<string>, count: number): void {
  if (count > limits.keys) throw new JsonBodyError(`The body has more than ${limits.keys} keys.`);
  const key = quoted.includes('\\') ? plainKey(quoted) : quoted.slice(1, -1);
  if (forbiddenKeys.has(key)) throw new JsonBodyError('The body has a key that is not allowed.');
  if (object.has(key)) throw new JsonBodyError('The body has the same key twice.');
  object.add(key);
}

function plainKey(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new JsonBodyError('The body is not valid JSON.');
  }
}

/** `indexOf` is fast on base64 pictures of millions of characters. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  throw new JsonBodyError('The body is not valid JSON.');
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (at < text.length && (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t')) at++;
  return text[at] === ':';
}
