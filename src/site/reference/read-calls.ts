/** The part of JSON Schema that our own shapes become. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Content {
  [type: string]: { schema?: Schema };
}

interface Operation {
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
}

/** The part of an OpenAPI description that the reference shows. */
export interface Description {
  paths?: Record<string, Record<string, Operation>>;
}

/** One call as the reference shows it. */
export interface DescribedCall {
  /** Also its place on the page. */
  id: string;
  method: string;
  path: string;
  forStaff: boolean;
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
export function readCalls({ paths = {} }: Description): CallGroup[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => readCall(path, method, operation)),
  );
  const groupOf = ({ path }: DescribedCall) => groups.find(({ holds }) => holds(path))?.title;
  return groups.map(({ title }) => ({
    title,
    calls: calls.filter((call) => groupOf(call) === title).sort((a, b) => (a.path < b.path ? -1 : 1)),
  }));
}

function readCall(path: string, method: string, operation: Operation): DescribedCall {
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method}${path.replaceAll(/[^\w]+/g, '-')}`,
    method: method.toUpperCase(),
    path,
    forStaff: (operation.security ?? []).length > 0,
    parameters: (operation.parameters ?? []).map((parameter) => ({ name: parameter.name, place: parameter.in })),
    body: type && body?.schema ? { type, shape: body.schema } : null,
    answers: Object.entries(operation.responses ?? {}).map(([status, { content }]) => ({
      status,
      shape: Object.values(content ?? {})[0]?.schema ?? null,
    })),
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
