import { type Description, type Operation, operationsOf, resolveRefs, type Schema } from '#api/openapi.ts';

export interface DescribedCall {
  /** Also the fragment of its section. */
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
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

/** Groups the operations of an OpenAPI description, sorted by path. */
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
    body: type && body ? { type, shape: resolveRefs(body.schema, shapes) } : null,
    // Shared error responses are described once, at the top.
    answers: Object.entries(responses)
      .filter(([, { $ref }]) => !$ref)
      .map(([status, { content }]) => {
        const shape = Object.values(content ?? {})[0]?.schema;
        return { status, shape: shape ? resolveRefs(shape, shapes) : null };
      }),
  };
}

/** Prints a schema like a TypeScript type: `{ id: integer, title?: string }`. */
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
