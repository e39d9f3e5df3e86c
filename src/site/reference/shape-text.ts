import type { Schema } from './read-calls.ts';

/** A shape in a few readable lines, as a type is written: `{ id: integer, title?: string }`. */
export function shapeText(schema: Schema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unique(choices.map((choice) => shapeText(choice, indent))).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.properties) return objectText(schema.properties, schema.required ?? [], indent);
  if (schema.items) return `[${shapeText(schema.items, indent)}]`;
  if (typeof schema.additionalProperties === 'object') return mapText(schema.additionalProperties, indent);
  return [schema.format ?? schema.type ?? 'anything'].flat().join(' | ');
}

function objectText(properties: Record<string, Schema>, required: string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${shapeText(schema, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function mapText(values: Schema, indent: string): string {
  return `{ each: ${shapeText(values, indent)} }`;
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
