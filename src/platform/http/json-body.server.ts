import { HttpError } from '../errors.server.ts';

/** Walking deeper values recursively, as JSON.stringify does, would overflow the stack. */
const maxDepth = 32;
/** Copied to another object, they would reach its prototype. */
const forbiddenKeys = ['__proto__', 'constructor', 'prototype'];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws {HttpError} 400 */
export function readJsonBody(bytes: Uint8Array): unknown {
  const value = parseJson(bytes);
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) throw new HttpError(400, `The body is nested deeper than ${maxDepth} levels.`);
    if (level.some((each) => forbiddenKeys.some((key) => Object.hasOwn(each, key))))
      throw new HttpError(400, 'The body has a key that is not allowed.');
    level = level.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new HttpError(400, `The body is not valid ${error instanceof SyntaxError ? 'JSON' : 'UTF-8'}.`);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
