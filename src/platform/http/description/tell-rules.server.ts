import { type Description, type Operation, operationsOf, type Response, type Schema } from '#api/openapi.ts';
import { calls } from '#paths.ts';
import { examples } from './examples.server.ts';

const tokenless: string[] = [calls.countVisit];

/** Adds what all operations of a sort share: the CSRF token, error answers, examples. */
export function addSharedRules(description: Description): Description {
  for (const { path, method, operation } of operationsOf(description)) {
    const traits = traitsOf(path, method, operation);
    operation.parameters = parametersOf(operation, traits);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
      tidy(schema, false);
      addExamples(schema);
    }
    for (const [status, answer] of Object.entries(operation.responses))
      operation.responses[status] = compactResponse(status, answer);
    for (const status of refusalsOf(operation, traits)) operation.responses[status] ??= { $ref: refusalRef(status) };
  }
  description.components.responses = structuredClone(refusals);
  description.tags = [...new Set(operationsOf(description).flatMap(({ operation }) => operation.tags ?? []))]
    .sort()
    .map((name) => ({ name, description: `Calls for: ${name}.` }));
  return description;
}

type Traits = ReturnType<typeof traitsOf>;

function traitsOf(path: string, method: string, { security = [], requestBody }: Operation) {
  const forStaff = security.length > 0;
  const writes = method !== 'get';
  return {
    forStaff,
    writes,
    hasBody: requestBody !== undefined,
    hasId: path.includes('{'),
    isGuarded: writes && !forStaff && !tokenless.includes(path),
    creates: method === 'post',
  };
}

function parametersOf({ parameters = [], responses, operationId }: Operation, { isGuarded, creates }: Traits) {
  const pathParameters = parameters.map((parameter) =>
    parameter.in === 'path' ? { ...parameter, schema: { type: 'integer', minimum: 1 } } : parameter,
  );
  const once = creates && responses['201'] !== undefined && !operationId?.startsWith('upload');
  return [...pathParameters, ...(isGuarded ? [csrfToken] : []), ...(once ? [idempotencyKey] : [])];
}

const csrfToken = {
  name: 'X-CSRF-TOKEN',
  in: 'header',
  required: true,
  description: `What \`GET ${calls.csrfToken}\` answers; it holds for a day. Not needed beside a bearer token.`,
  schema: { type: 'string' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same word with the same body makes one record, however often it is sent.',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
};

function compactResponse(status: string, answer: Response): Response {
  const { content = {}, description } = answer;
  const shapes = Object.values(content).flatMap(({ schema }) => schema ?? []);
  for (const shape of shapes) tidy(shape, true);
  const usual = refusals[status]?.content?.['application/json']?.schema;
  if (usual && JSON.stringify(shapes) === JSON.stringify([usual])) return { $ref: refusalRef(status) };
  return {
    description:
      description === 'Default Response'
        ? (successDescriptions[status] ?? meanings[status] ?? 'Refused.')
        : (description ?? ''),
    ...(shapes.length > 0 && { content }),
  };
}

const successDescriptions: Record<string, string> = {
  200: 'What is there, or what is there now.',
  201: 'It was made.',
  204: 'It was done; there is nothing to say.',
};

function refusalsOf({ parameters = [] }: Operation, { forStaff, writes, hasBody, hasId, isGuarded }: Traits): string[] {
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  return [
    ['400', '429', '500', '503'],
    forStaff ? ['401', '403'] : [],
    isGuarded ? ['403', '419'] : [],
    hasId ? ['404'] : [],
    hasBody ? ['408', '413', '415', '422'] : [],
    forStaff && hasQuery ? ['422'] : [],
    writes ? ['507'] : [],
  ].flat();
}

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

const messages: Record<string, string> = {
  400: 'The body must be a JSON object.',
  401: 'Unauthenticated.',
  403: 'Your role, Viewer, does not allow this. Ask an owner for it.',
  404: 'There is no such thing.',
  408: 'The request took too long.',
  413: 'The body is too large.',
  415: 'Only JSON in UTF-8 is accepted here.',
  419: 'The page was open for too long. Get a new token and try again.',
  422: 'Write a title.',
  429: 'Too many requests. Try again in 3 s.',
  500: 'Server Error',
  503: 'The server is very busy right now. Try again in some seconds.',
  507: 'There is no space left on the server, so nothing was saved. Try again a little later.',
};

const message: Schema = { type: 'string' };
const bodies: Record<string, { schema: Schema; more?: object }> = {
  422: {
    schema: {
      type: 'object',
      properties: {
        message,
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
      required: ['message', 'errors'],
    },
    more: { errors: { title: ['Write a title.'] } },
  },
  500: {
    schema: {
      type: 'object',
      properties: { message, request_id: { type: 'string' } },
      required: ['message', 'request_id'],
    },
    more: { request_id: 'Yb0PqG4x-1z' },
  },
};
const plain: Schema = { type: 'object', properties: { message }, required: ['message'] };

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

function refusalRef(status: string): string {
  return `#/components/responses/Refusal${status}`;
}

const refusals: Record<string, Response> = Object.fromEntries(
  Object.entries(messages).map(([status, text]) => {
    const { schema = plain, more = {} } = bodies[status] ?? {};
    const content = { 'application/json': { schema, example: { message: text, ...more } } };
    const headers = status === '429' || status === '503' ? { headers: retryAfter } : {};
    return [`Refusal${status}`, { description: meanings[status] ?? '', ...headers, content }];
  }),
);

const safe = Number.MAX_SAFE_INTEGER;

/** Removes noise of the JSON Schema conversion; answers allow additional properties in future versions. */
function tidy(schema: Schema, isAnswer: boolean): void {
  visit(schema, (each) => {
    if (isAnswer && each.additionalProperties === false) delete each.additionalProperties;
    if (each.maximum === safe) delete each.maximum;
    if (each.minimum === -safe) delete each.minimum;
    nameKeys(each);
    if (each.anyOf) each.anyOf = each.anyOf.flatMap((choice) => (isOnlyChoice(choice) ? choice.anyOf : choice));
    if (each.anyOf?.length === 1) Object.assign(each, each.anyOf[0], { anyOf: undefined });
  });
}

function isOnlyChoice(schema: Schema): schema is Schema & { anyOf: Schema[] } {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

function nameKeys(schema: Schema): void {
  const { propertyNames, additionalProperties } = schema;
  delete schema.propertyNames;
  if (!propertyNames?.enum || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), { ...additionalProperties }]));
  delete schema.additionalProperties;
}

function addExamples(schema: Schema): void {
  visit(schema, (each) => {
    for (const [name, field] of Object.entries(each.properties ?? {})) {
      const example = examples[name];
      if (example !== undefined && !field.enum && [field.type].flat().includes('string')) field.examples = [example];
    }
  });
}

function visit(schema: Schema | undefined, see: (schema: Schema) => void): void {
  if (!schema) return;
  see(schema);
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  for (const each of [...Object.values(properties), items, ...anyOf, ...oneOf]) visit(each, see);
  if (typeof additionalProperties === 'object') visit(additionalProperties, see);
}
