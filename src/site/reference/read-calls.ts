import { type Description, type Operation, operationsOf, type Schema, wholeShape } from '#wire/openapi.ts';

/** One call as the reference shows it. */
export interface DescribedCall {
  /** Also its place on the page. */
  id: string;
  method: string;
  path: string;
  summary: string;
  /** For whom it is, and what else there is to know. */
  description: string;
  /** Of the address and of the query. */
  parameters: { name: string; place: string }[];
  body: { type: string; shape: Schema } | null;
  answers: { status: string; shape: Schema | null }[];
}

export interface CallGroup {
  title: string;
  calls: DescribedCall[];
}

const groups: { title: string; holds: (path: string) => boolean }[] = [
  { title: 'Accounts', holds: (path) => path.startsWith('/api/v1/') || path.startsWith('/admin/account') },
  { title: 'Public site', holds: (path) => path.startsWith('/api/') },
  { title: 'Back office', holds: () => true },
];

/** Sorts the calls of a description into groups, by address within each. */
export function readCalls(description: Description): CallGroup[] {
  const { schemas } = description.components;
  const calls = operationsOf(description).map(({ path, method, operation }) =>
    readCall(path, method, operation, schemas),
  );
  const groupOf = ({ path }: DescribedCall) => groups.find(({ holds }) => holds(path))?.title;
  return groups.map(({ title }) => ({
    title,
    calls: calls.filter((call) => groupOf(call) === title).sort((a, b) => (a.path < b.path ? -1 : 1)),
  }));
}

function readCall(path: string, method: string, operation: Operation, shapes: Record<string, Schema>): DescribedCall {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method}${path.replaceAll(/[^\w]+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map((parameter) => ({ name: parameter.name, place: parameter.in })),
    body: type && body ? { type, shape: wholeShape(body.schema, shapes) } : null,
    // Refusals that any call may answer stand above, once.
    answers: Object.entries(responses)
      .filter(([, { $ref }]) => !$ref)
      .map(([status, { content }]) => {
        const shape = Object.values(content ?? {})[0]?.schema;
        return { status, shape: shape ? wholeShape(shape, shapes) : null };
      }),
  };
}

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
