import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { openTestApp, type TestApp } from './app.ts';

/** Every registered route as `METHOD /path`, read from the router itself. */
export function routesOf(app: TestApp): string[] {
  const routes: string[] = [];
  const parents: string[] = [];
  for (const line of app.http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path, methods] = /^((?:│ {3}| {4})*)(?:├── |└── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (path === undefined) continue;
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = path;
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${parents.join('')}`);
  }
  return routes.sort();
}

/** The options of its routes, as they are once every hook has added to them. */
export async function openAppWithRoutes(): Promise<{ app: TestApp; routes: RouteOptions[] }> {
  const routes: RouteOptions[] = [];
  // Heard of before any of its routes.
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  subscribe('fastify.initialization', listen);
  const app = await openTestApp().finally(() => unsubscribe('fastify.initialization', listen));
  return { app, routes };
}
