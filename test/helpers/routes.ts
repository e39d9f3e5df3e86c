import type { TestApp } from './app.ts';

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
