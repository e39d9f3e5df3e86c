import { type Description, type Operation, operationsOf, type Schema } from '#api/openapi.ts';
import { capital, singular } from './call-names.server.ts';

/** Moves schemas to named components (`CreateNewsItemBody`, `NewsItem`, `ShownNewsItem`); equal ones share one. */
export function nameShapes(description: Description): Description {
  const shapes = new Shapes(description.components.schemas);
  for (const { content } of Object.values(description.components.responses))
    for (const type of Object.values(content ?? {}))
      type.schema = shapes.toReference(type.schema, refusalNames(type.schema));
  const all = operationsOf(description)
    .map(({ operation }) => operation)
    .sort((one, other) => rankOf(one) - rankOf(other));
  for (const operation of all) nameAnswers(operation, shapes);
  for (const operation of all) nameBody(operation, shapes);
  return description;
}

function rankOf({ operationId = '' }: Operation): number {
  return (/^(?:get|show)/.test(operationId) ? 0 : 1_000) + operationId.length;
}

function refusalNames({ properties = {} }: Schema): string {
  if (properties.errors) return 'RefusedFields';
  return properties.request_id ? 'Fault' : 'Refusal';
}

function nameBody({ operationId = '', requestBody }: Operation, shapes: Shapes): void {
  for (const type of Object.values(requestBody?.content ?? {}))
    type.schema = shapes.toReference(type.schema, `${capital(operationId)}Body`);
}

const namesAThing = /^(?:get|show|list|create|update)$/;

function nameAnswers({ operationId = '', responses }: Operation, shapes: Shapes): void {
  const [verb = '', ...rest] = operationId.split(/(?=[A-Z])/);
  const answer = capital(operationId);
  const thing = namesAThing.test(verb) ? (verb === 'show' ? 'Shown' : '') + sharedName(rest.join('')) : `${answer}Data`;
  const row = verb === 'list' || thing.endsWith('News') ? `${singular(thing)}Row` : singular(thing);
  for (const [status, { content = {} }] of Object.entries(responses)) {
    const full = `${answer}Answer${status.startsWith('2') ? '' : status}`;
    for (const type of Object.values(content)) {
      const name = verb === 'show' && isRecord(type.schema) ? thing : full;
      type.schema = shapes.toReference(type.schema, name, { data: thing, '': row });
    }
  }
}

function sharedName(thing: string): string {
  return thing.replace(/^(History|Versions?)Of.*/, '$1');
}

function isRecord({ properties, items }: Schema): boolean {
  return !properties?.data && !items;
}

class Shapes {
  readonly #byName: Record<string, Schema>;
  readonly #names = new Map<string, string>();

  constructor(byName: Record<string, Schema>) {
    this.#byName = byName;
  }

  /** Returns a `$ref`. `parts` names nested schemas by field; '' names the items of an array. */
  toReference(schema: Schema, name: string, parts: Record<string, string> = {}): Schema {
    const { $schema: _, ...inner } = this.#inner(schema, name, parts) as Schema & { $schema?: string };
    if (Object.keys(inner.properties ?? {}).length === 0) return inner;
    const text = JSON.stringify(inner);
    const component = this.#names.get(text) ?? this.#keep(inner, name, text);
    return { $ref: `#/components/schemas/${component}` };
  }

  #keep(schema: Schema, name: string, text: string): string {
    let free = name;
    for (let count = 2; this.#byName[free]; count++) free = `${name}${count}`;
    this.#byName[free] = schema;
    this.#names.set(text, free);
    return free;
  }

  #inner(schema: Schema, name: string, parts: Record<string, string>): Schema {
    const inner = { ...schema };
    const { properties, items, anyOf, oneOf, additionalProperties } = schema;
    const choices = (of: Schema[]) => of.map((each) => this.toReference(each, name + kindOf(each), parts));
    if (properties) inner.properties = this.#fields(properties, name, parts);
    if (items) inner.items = this.toReference(items, parts[''] ?? singular(name));
    if (anyOf) inner.anyOf = choices(anyOf);
    if (oneOf) inner.oneOf = choices(oneOf);
    if (typeof additionalProperties === 'object')
      inner.additionalProperties = this.toReference(additionalProperties, `${name}Each`);
    return inner;
  }

  #fields(properties: Record<string, Schema>, name: string, parts: Record<string, string>): Record<string, Schema> {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const own = parts[field] ?? sharedFields[field] ?? name + capital(camel(field));
      const rows = parts[field] === undefined ? singular(own) : (parts[''] ?? singular(own));
      return [field, this.toReference(schema, own, { '': rows })] as const;
    });
    return Object.fromEntries(fields);
  }
}

const sharedFields: Record<string, string> = { image_focus: 'Focus', links: 'PageLinks', pending: 'Pending' };

function kindOf({ properties = {} }: Schema): string {
  const only = Object.values(properties).find((field) => typeof (field.const ?? onlyChoice(field)) === 'string');
  return only ? capital(camel(String(only.const ?? onlyChoice(only)).replaceAll(/[^a-z0-9]+/gi, '_'))) : '';
}

function onlyChoice(field: Schema): unknown {
  return field.enum?.length === 1 ? field.enum[0] : undefined;
}

function camel(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
