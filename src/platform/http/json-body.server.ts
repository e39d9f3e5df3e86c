import { HttpError } from '../errors.server.ts';

const limits = { depth: 32, keys: 2_000 };
const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];
const utf8 = new TextDecoder('utf-8', { fatal: true });

export class JsonBodyError extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}

/**
 * Parses JSON strictly: valid UTF-8, limited depth and number of keys, no duplicate keys (parsers disagree on which one
 * counts), no `__proto__` and the like. `secure-json-parse` refuses the last alone, and not all of them.
 * @throws {JsonBodyError}
 */
export function readJsonBody(bytes: Uint8Array): unknown {
  let problem = 'UTF-8';
  try {
    const text = utf8.decode(bytes);
    problem = 'JSON';
    return parse(text, countKeys(text));
  } catch (error) {
    throw error instanceof JsonBodyError ? error : new JsonBodyError(`The body is not valid ${problem}.`);
  }
}

/** Counts them in the text, before anything is built from it. Outside of strings each colon ends a key. */
function countKeys(text: string): number {
  let [keys, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === ':') keys++;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth > limits.depth) throw new JsonBodyError(`The body is nested deeper than ${limits.depth} levels.`);
    if (keys > limits.keys) throw new JsonBodyError(`The body has more than ${limits.keys} keys.`);
  }
  return keys;
}

/** `indexOf` is fast on base64 pictures of millions of characters. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

function parse(text: string, keys: number): unknown {
  // The whole value has a key too, in an object around it.
  let different = -1;
  const value = JSON.parse(text, function (this: object, key, each) {
    if (Array.isArray(this)) return each;
    different++;
    if (forbiddenKeys.includes(key)) throw new JsonBodyError('The body has a key that is not allowed.');
    return each;
  });
  if (different < keys) throw new JsonBodyError('The body has the same key twice.');
  return value;
}
