import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonBodyError, readJsonBody } from './json-body.server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const forbidden = ['__proto__', 'constructor', 'prototype'];

describe('A JSON body', () => {
  test('reads as JSON.parse reads it, for any value', () => {
    const fine = [
      '{"a":"__proto__"}',
      '["constructor","constructor"]',
      '{"a":{"x":1},"b":{"x":1}}',
      '{"a":"\\"a\\":1"}',
    ];
    for (const text of fine) expect(readJsonBody(bytes(text))).toEqual(JSON.parse(text));
    const value = fc.jsonValue({ maxDepth: 6 }).filter((candidate) => !hasForbiddenKey(candidate));
    const space = fc.constantFrom('', ' ', '\t', '\n  ');
    fc.assert(
      fc.property(value, space, (candidate, indent) => {
        const text = JSON.stringify(candidate, null, indent);
        expect(readJsonBody(bytes(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is refused exactly where JSON.parse refuses it, for any text', () => {
    const pieces = fc.constantFrom(...'{}[]":,\\ab1 ', 'null', '\\u0061', '"a"');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const text = parts.join('');
        const theirs = outcome(() => JSON.parse(text));
        const ours = outcome(() => readJsonBody(bytes(text)));
        // Ours may be stricter (the same key twice), never laxer, and never answers something else.
        if (ours.ok) expect(ours).toEqual(theirs);
        if (theirs.ok && !ours.ok) expect(String(ours.error)).toContain('same key twice');
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['{"a":1,"a":2}', 'the same key twice'],
    ['{"a":1,"\\u0061":2}', 'the same key twice'],
    ['[{"a":1},{"a":1,"a":1}]', 'the same key twice'],
    ['{"__proto__":{}}', 'not allowed'],
    ['{"\\u005f_proto__":{}}', 'not allowed'],
    ['{"a":{"constructor":1}}', 'not allowed'],
    ['{"prototype" :1}', 'not allowed'],
    ['[[[[', 'not valid JSON'],
    ['{"a":', 'not valid JSON'],
    ['"open', 'not valid JSON'],
    ['', 'not valid JSON'],
  ])('%s is refused: %s', (text, reason) => {
    expect(() => readJsonBody(bytes(text))).toThrow(JsonBodyError);
    expect(() => readJsonBody(bytes(text))).toThrow(reason);
  });

  test.each([
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['half a letter', [0x22, 0xe0, 0xa6, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
  ])('with %s is no valid UTF-8', (_name, body) => {
    expect(() => readJsonBody(new Uint8Array(body))).toThrow('not valid UTF-8');
  });

  test('may be 32 levels deep, not 33; of 200,000 open brackets is refused', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => readJsonBody(bytes(nested(32)))).not.toThrow();
    expect(() => readJsonBody(bytes(nested(33)))).toThrow('deeper than 32');
    for (const text of ['['.repeat(200_000), '{"a":'.repeat(200_000)])
      expect(() => readJsonBody(bytes(text))).toThrow(JsonBodyError);
  });

  test('may have 2000 keys in all, not 2001', () => {
    const list = (keys: number) => JSON.stringify(Array.from({ length: keys }, () => ({ a: 1 })));
    expect(() => readJsonBody(bytes(list(2_000)))).not.toThrow();
    expect(() => readJsonBody(bytes(list(2_001)))).toThrow('more than 2000 keys');
  });
});

function outcome(work: () => unknown): { ok: true; value: unknown } | { ok: false; error: unknown } {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value) && Object.keys(value).some((key) => forbidden.includes(key))) return true;
  return Object.values(value).some(hasForbiddenKey);
}
