import { expect, test } from 'vitest';
import { shapeText } from './read-calls.ts';

test.each([
  [{ type: 'integer' }, 'integer'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['1', '0'] }, '"1" | "0"'],
  [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'integer' } }, '[integer]'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ each: string }'],
  [{}, 'anything'],
])('%j reads as %s', (schema, text) => {
  expect(shapeText(schema)).toBe(text);
});

test('an object is written line by line, with a mark at what may be missing', () => {
  const inner = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const schema = { type: 'object', properties: { data: inner, message: { type: 'string' } }, required: ['data'] };
  expect(shapeText(schema)).toBe('{\n  data: {\n    id: integer\n  }\n  message?: string\n}');
});
