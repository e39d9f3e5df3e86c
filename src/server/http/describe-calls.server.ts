import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adminCalls, callsDescription, callsReference } from '#paths.ts';
import type { Http } from './create.server.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The body of a call that reads it in its own way: told to programs, checked by the call. */
    describedBody?: z.ZodType;
  }
}

const security = [{ bearer: [] }];

/** They tell of the calls and are none. */
const aboutCalls: string[] = [callsDescription, callsReference];

/**
 * Describes every call for programs (OpenAPI 3.1), from the same schemas that check and write the bodies. Registered
 * before the routes, or it would not hear of them.
 */
export async function describeCalls(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Prangon', version: '1', description: 'The calls of the public site and of the back office.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const isCall = /^\/(?:api|admin)\//.test(route.url) && !aboutCalls.includes(route.url);
      if (!isCall) return { schema: { hide: true }, url: route.url };
      const { describedBody, ...schema } = route.schema ?? {};
      const described = jsonSchemaTransform({ ...route, schema });
      const body = describedBody && { body: z.toJSONSchema(describedBody) };
      return {
        url: route.url,
        schema: { ...described.schema, ...body, ...extras(route.url, route.route) } as FastifySchema,
      };
    },
  });

  let description = '';
  http.get(callsDescription, async (_request, reply) => {
    description ||= JSON.stringify(http.swagger());
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(description);
  });
}

/** What the schemas do not say: who may call, and the body that is streamed past them. */
function extras(url: string, { config }: RouteOptions): object {
  return { ...(config?.forStaff && { security }), ...(url === adminCalls.uploads && { body: fileBody }) };
}

const fileBody = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'Up to 50 MB.' } },
};
