export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
}

interface Content {
  [type: string]: { schema: Schema; example?: unknown };
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Content;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
}

export interface Description {
  openapi: string;
  info: { title: string; version: string; description?: string; license?: { name: string; identifier: string } };
  servers?: { url: string }[];
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, object>;
  };
}

export function operationsOf({ paths }: Description): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
}

export function resolveRefs(schema: Schema, shapes: Record<string, Schema>): Schema {
  const { $ref, ...own } = schema;
  if ($ref) return resolveRefs(shapes[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, shapes);
  const resolve = (each: Schema) => resolveRefs(each, shapes);
  const { properties, items, anyOf, oneOf, additionalProperties } = own;
  return {
    ...own,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, resolve(each)])),
    }),
    ...(items && { items: resolve(items) }),
    ...(anyOf && { anyOf: anyOf.map(resolve) }),
    ...(oneOf && { oneOf: oneOf.map(resolve) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: resolve(additionalProperties) }),
  };
}
