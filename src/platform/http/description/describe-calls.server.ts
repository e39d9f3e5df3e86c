import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Description } from '#api/openapi.ts';
import { areaNames, may, roleNames, roles } from '#api/rights.ts';
import { adminCalls, callsDescription, callsReference } from '#paths.ts';
import { cachedFile, sendCached } from '../../cache/cached-answers.server.ts';
import type { PlatformContext } from '../../context.server.ts';
import { groupOf, operationId, withRecordNames } from './call-names.server.ts';
import { nameShapes } from './name-shapes.server.ts';
import { addSharedRules } from './tell-rules.server.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** OpenAPI summary; `{one}` and `{many}` stand for the record names. */
    summary?: string;
    describedBody?: z.ZodType;
    describedAnswer?: string;
  }
  interface FastifyInstance {
    describedCalls: () => Description;
  }
}

const aboutCalls: string[] = [callsDescription, callsReference];

/** OpenAPI 3.1 from the routes' Zod schemas. Register it before the routes, which it collects in `onRoute`. */
export async function describeCalls(context: PlatformContext): Promise<void> {
  const { http, settings } = context;
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
          bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
        },
      },
    },
    transform: ({ url, schema, ...route }) => {
      const isCall = /^\/(?:api|admin)\//.test(url) && !aboutCalls.includes(url);
      if (!isCall) return { schema: { hide: true }, url };
      const { describedBody, describedAnswer, tags, ...checked } = schema ?? {};
      const { schema: described } = jsonSchemaTransform({ ...route, url, schema: checked });
      const summary = withRecordNames(checked.summary ?? '', tags?.[0] ?? url);
      const operation = {
        ...described,
        ...(describedBody && { body: z.toJSONSchema(describedBody, { io: 'input' }) }),
        ...(url === adminCalls.uploads && { body: fileBody }),
        ...(describedAnswer && { response: { ...fileAnswer(describedAnswer), ...answersOf(described) } }),
        summary,
        operationId: operationId(summary),
        tags: [groupOf(tags?.[0] ?? url)],
        description: [audience(route.route), route.route.config?.confirm && confirming, checked.description]
          .filter(Boolean)
          .join(' '),
        security: route.route.config?.area ? [{ bearer: [] }] : [],
      };
      return { url, schema: operation as FastifySchema };
    },
  });

  let description: Description | null = null;
  http.decorate('describedCalls', () => {
    description ??= nameShapes(addSharedRules(structuredClone(http.swagger()) as unknown as Description));
    return description;
  });

  const make = async () =>
    cachedFile(JSON.stringify(http.describedCalls()), 'application/json; charset=utf-8', 'public, max-age=300');
  http.get(callsDescription, (request, reply) =>
    sendCached(context, request, reply, { key: callsDescription, shows: [], make }),
  );
}

function audience({ config: { area, need } = {} }: RouteOptions): string {
  if (!area || !need) return 'For everyone.';
  if (area === 'own') return 'For staff.';
  const allowed = roles.filter((role) => may(role, need, area)).map((role) => roleNames[role]);
  return `For staff who may ${need} the area “${areaNames[area]}”: ${allowed.join(', ')}.`;
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

function answersOf(schema: unknown): object {
  return (schema as { response?: object }).response ?? {};
}
