import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Description, type Operation, operationsOf, type Response, type Schema } from '#api/openapi.ts';
import { areaNames, may, roleNames, roles } from '#api/rights.ts';
import { adminCalls, calls, callsDescription, leadCalls } from '#paths.ts';
import { programPrefix } from '../metrics/log.server.ts';
import { cachedFile, sendCached } from './cached-answers.server.ts';
import type { PlatformContext } from './context.server.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** OpenAPI summary; `{one}` and `{many}` stand for the record names. */
    summary?: string;
    describedBody?: z.ZodType;
    describedAnswer?: string;
  }
  interface FastifyContextConfig {
    /** Takes an `Idempotency-Key`, and says so in its description: with the same one it makes one record. */
    idempotencyKey?: boolean;
  }
}

/** Of the calls whose last path segment is no name of their records. */
export type RecordNames = Record<string, { one: string; many: string }>;

/** What is sent to other programs. */
export type SentEvents = { event: string; summary: string; body: z.core.$ZodType }[];

/** OpenAPI 3.1 from the routes' Zod schemas. Register it before the routes, which it collects in `onRoute`. */
export async function describeCalls(
  context: PlatformContext,
  recordNames: RecordNames,
  events: SentEvents,
): Promise<void> {
  const { http, settings } = context;
  const namesOf = (path: string) => recordNames[path] ?? namesAt(path);
  const names = new Set<string>();
  http.addHook('onRoute', ({ method, url, schema: { summary = '', tags, response } = {} }) => {
    const record = recordIn((response as Record<string, unknown> | undefined)?.[200]);
    if (!record || method !== 'GET' || url.includes('/:id/')) return;
    const words = withNames(summary.replace('{many}', '{one}'), namesOf(tags?.[0] ?? listAbove(url)));
    const name = operationId(words)
      .replace(/^show/, 'Public')
      .replace(/^[a-z]+/, '');
    const id = z.globalRegistry.get(record)?.id ?? (names.has(name) ? `${name}Details` : name);
    names.add(id);
    z.globalRegistry.add(record, { id });
  });
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Prangon',
        version: '1',
        description: 'The calls of the public site and of the back office.',
        license: { name: 'Not licensed', identifier: 'LicenseRef-Unlicensed' },
      },
      servers: [{ url: settings.publicUrl }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: `A token for programs (\`${programPrefix}…\`), which an owner makes in the profile, or the token that signing in answers.`,
          },
        },
      },
    },
    transform: ({ url, schema, ...route }) => {
      const isCall = /^\/(?:api|admin)\//.test(url) && url !== callsDescription;
      if (!isCall) return { schema: { hide: true }, url };
      const { describedBody, describedAnswer, tags, ...checked } = schema ?? {};
      const { schema: described } = toJsonSchema({ ...route, url, schema: checked });
      const path = tags?.[0] ?? listAbove(url);
      const names = namesOf(path);
      const summary = withNames(checked.summary ?? '', names);
      const operation = {
        ...described,
        ...(describedBody && { body: z.toJSONSchema(describedBody, { io: 'input' }) }),
        ...(url === adminCalls.uploads && { body: fileBody }),
        ...(route.route.config?.idempotencyKey && { headers: idempotencyKey }),
        ...(describedAnswer && { response: { ...fileAnswer(describedAnswer), ...(described.response as object) } }),
        summary,
        operationId: operationId(summary),
        tags: [groupOf(path, names.many)],
        description: [audience(route.route), route.route.config?.confirm && confirming, checked.description]
          .filter(Boolean)
          .join(' '),
        security: route.route.config?.area ? [{ bearer: [] }] : [],
      };
      return { url, schema: operation as FastifySchema };
    },
    transformObject: createJsonSchemaTransformObject({ zodToJsonConfig }),
  });

  const make = async () => {
    const description = addSharedRules(structuredClone(http.swagger()) as unknown as Description);
    description.webhooks = webhooksOf(events);
    return cachedFile(JSON.stringify(description), 'application/json; charset=utf-8', 'public, max-age=300');
  };
  http.get(callsDescription, (request, reply) =>
    sendCached(context, request, reply, { key: callsDescription, shows: [], make }),
  );
}

const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ zodSchema, jsonSchema }) => {
    // Answers allow additional properties in future versions.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // Records by the values of an enum require each without defining it.
    if (jsonSchema.propertyNames) delete jsonSchema.required;
    // What stands for a value that makes no sense is not what stands for a missing one.
    if (zodSchema instanceof z.core.$ZodCatch) delete jsonSchema.default;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig });

/** The record that a 200 is about: its `data`, a row of its list, or the answer itself. */
function recordIn(answer: unknown): z.core.$ZodObject | null {
  if (answer instanceof z.core.$ZodNullable) return recordIn(answer._zod.def.innerType);
  if (answer instanceof z.core.$ZodArray) return recordIn(answer._zod.def.element);
  if (!(answer instanceof z.core.$ZodObject)) return null;
  return recordIn(answer._zod.def.shape.data) ?? answer;
}

const lists = [...Object.values(adminCalls), leadCalls.list].filter((path) => !path.includes(':'));

/** The list of the records that a call such as `/admin/News/:id/versions` is for. */
function listAbove(url: string): string {
  return lists.find((path) => url.startsWith(`${path}/`)) ?? url;
}

function namesAt(path: string) {
  const all = [calls, adminCalls, leadCalls].flatMap((group) => Object.entries(group));
  const [name] = all.find(([, address]) => address === path) ?? [path];
  const many = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { one: many.replace(/ies$/, 'y').replace(/s$/, ''), many };
}

function withNames(sentence: string, { one, many }: { one: string; many: string }): string {
  return sentence
    .replaceAll('a {one}', /^[aeo]/.test(one) ? `an ${one}` : `a ${one}`)
    .replaceAll('{one}', one)
    .replaceAll('{many}', many);
}

function operationId(summary: string): string {
  const words = summary.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const [first, ...others] = words.filter((word) => !/^(?:a|an|the)$/.test(word));
  return [first, ...others.map(capital)].join('');
}

function groupOf(path: string, many: string): string {
  if (path.startsWith('/api/v1/') || path.startsWith('/admin/account')) return 'Own account';
  if (path.startsWith('/api/')) return 'Public site';
  return capital(many);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function audience({ config: { area, need, isForPrograms } = {} }: RouteOptions): string {
  if (!area || !need) return 'For everyone.';
  const refusal = isForPrograms ? '' : ' Answers 403 to a token for programs.';
  if (area === 'own') return `For staff.${refusal}`;
  const allowed = roles.filter((role) => may(role, need, area)).map((role) => roleNames[role]);
  return `For staff who may ${need} the area “${areaNames[area]}”: ${allowed.join(', ')}.${refusal}`;
}

const confirming =
  'Answers 403 with `confirm` where the session was not confirmed within ten minutes: do so, and call again.';

const fileBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'Up to 50 MB.' } },
};

function fileAnswer(type: string): object {
  return { 200: { description: 'The file, as it is made.', content: { [type]: { schema: { type: 'string' } } } } };
}

/** Adds what all operations of a sort share: the CSRF token, error answers. */
function addSharedRules(description: Description): Description {
  const all = operationsOf(description);
  for (const { path, method, operation } of all) {
    const { parameters = [], responses } = operation;
    for (const parameter of parameters) if (parameter.in === 'path') parameter.schema = id;
    operation.parameters = needsToken(path, method, operation) ? [...parameters, csrfToken] : parameters;
    for (const [status, answer] of Object.entries(responses)) answer.description = meanings[status] ?? 'Done.';
    for (const status of errorStatuses(path, method, operation))
      responses[status] ??= { $ref: `#/components/responses/Error${status}` };
  }
  const { components } = description;
  components.responses = errorResponses();
  // The library describes each named schema twice, as it is taken and as it is answered; bodies have none of them.
  const schemas = Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));
  components.schemas = Object.fromEntries(schemas);
  description.tags = [...new Set(all.flatMap(({ operation }) => operation.tags ?? []))]
    .sort()
    .map((name) => ({ name, description: `Calls for: ${name}.` }));
  return description;
}

function webhooksOf(events: SentEvents): Description['webhooks'] {
  const entries = events.map(({ event, summary, body }) => {
    const post = {
      operationId: operationId(event),
      summary,
      description: 'Signed as Standard Webhooks. Comes at least once, always under the same `webhook-id`.',
      tags: ['Webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.toJSONSchema(body, zodToJsonConfig) } },
      },
      responses: { '2XX': { description: 'It was taken; anything else is tried again.' } },
    };
    return [event, { post }];
  });
  return Object.fromEntries(entries);
}

function needsToken(path: string, method: string, { security = [] }: Operation): boolean {
  return method !== 'get' && security.length === 0 && path !== calls.countVisit;
}

function errorStatuses(path: string, method: string, operation: Operation): string[] {
  const { security = [], parameters = [], requestBody } = operation;
  const isForStaff = security.length > 0;
  return [
    '400 429 500 503',
    isForStaff && '401 403',
    needsToken(path, method, operation) && '403 419',
    path.includes('{') && '404',
    requestBody && '408 413 415 422',
    parameters.some(({ name }) => name === 'Idempotency-Key') && '409',
    isForStaff && parameters.some((parameter) => parameter.in === 'query') && '422',
    method !== 'get' && '507',
  ].flatMap((statuses) => (statuses ? statuses.split(' ') : []));
}

const id: Schema = { type: 'integer', minimum: 1 };

const csrfToken = {
  name: 'X-CSRF-TOKEN',
  in: 'header',
  required: true,
  description: `What \`GET ${calls.csrfToken}\` answers; it holds for a day. Not needed beside a bearer token.`,
  schema: { type: 'string' },
};

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      description:
        'The same word with the same body makes one record, however often it is sent within a day. Answers 409 while the first one runs, 422 with another body.',
      type: 'string',
      minLength: 8,
      maxLength: 100,
    },
  },
};

const meanings: Record<string, string> = {
  400: 'The request could not be understood: no JSON, or not the one that is asked for.',
  401: 'Nobody is signed in, or no longer.',
  403: 'The role of whoever is signed in does not allow it, or the request comes from another site.',
  404: 'There is no such thing, or none that may be seen.',
  408: 'The body took too long.',
  409: 'Something stands in the way: somebody else was faster, or it is in use.',
  413: 'The body is too large.',
  415: 'The body is not of the type that is asked for.',
  419: 'The CSRF token is missing or too old: get a new one and try again.',
  422: 'Fields are not as they should be; `errors` says what to mend, by field.',
  428: 'It looks like spam: send it again with a proof of some work.',
  429: 'Too many requests: wait.',
  500: 'A fault of the server. The log tells of it under this id.',
  503: 'The server or its database is busy or away: wait.',
  507: 'There is no space left on the server.',
};

function errorResponses(): Record<string, Response> {
  const text = { type: 'string' };
  const errors = { type: 'object', additionalProperties: { type: 'array', items: text } };
  const more: Record<string, object> = { 422: { errors }, 500: { request_id: text } };
  const headers = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  const { 428: _, ...shared } = meanings;
  const entries = Object.entries(shared).map(([status, description]) => {
    const properties = { message: text, ...more[status] };
    const schema = { type: 'object', properties, required: Object.keys(properties) };
    const content = { 'application/json': { schema } };
    return [`Error${status}`, { description, ...(/429|503/.test(status) && { headers }), content }];
  });
  return Object.fromEntries(entries);
}
