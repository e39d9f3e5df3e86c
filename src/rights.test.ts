import type { FastifyContextConfig, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Area, areaNames, areas, may, type Role, roleMeanings, roleNames, roles } from '#api/rights.ts';
import { usersApi } from '#auth/users/api.server.ts';
import type { Module } from '#cms/context.server.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import type { Answer } from '../test/helpers/requests.ts';
import { openAppWithRoutes, routesOf } from '../test/helpers/routes.ts';
import { hireStaff, newNetwork, sendAs, sessionOf, sessionsOf } from '../test/helpers/staff.ts';

/** By hand: who may make one read and one write of each area, and what differs from the area or the method. */
const probes: Record<string, string> = {
  'GET /admin/News': 'owner editor viewer program',
  'POST /admin/News': 'owner editor program',
  'POST /admin/single-fetures-details': 'owner editor viewer program',
  'GET /admin/site-settings': 'owner editor viewer program',
  'PUT /admin/site-settings': 'owner editor program',
  'GET /admin/contact-requests': 'owner sales viewer program',
  'PUT /admin/contact-requests/:id': 'owner sales program',
  'GET /admin/contact-requests/:id/person': 'owner sales program',
  'GET /admin/contact-requests/export': 'owner sales',
  'PUT /admin/contact-requests/retention': 'owner',
  'GET /admin/demo-access': 'owner sales viewer program',
  'POST /admin/demo-access/test': 'owner sales program',
  'POST /admin/demo-access/reveal': 'owner sales',
  'GET /admin/mails': 'owner sales viewer program',
  'POST /admin/mails/:id/cancel': 'owner sales program',
  'GET /admin/activity': 'owner viewer program',
  'GET /admin/activity/export': 'owner program',
  'GET /admin/users': 'owner',
  'DELETE /admin/users/:id': 'owner',
  'GET /admin/webhooks': 'owner',
  'POST /admin/webhooks/:id/secret': 'owner',
  'GET /admin/dashboard-figures': 'owner editor sales viewer program',
  'GET /admin/account': 'owner editor sales viewer',
  'PUT /admin/account/password': 'owner editor sales viewer',
  'GET /api/v1/user': 'owner editor sales viewer program',
};
const noId = '2147483647';
const odd = ['abc', '0', '-1', '1.5', '1e3', '2147483648', '99999999999999999999', '%00', '%E0%A7%A7'];

let app: TestApp;
let routes: RouteOptions[];
beforeAll(async () => {
  ({ app, routes } = await openAppWithRoutes());
  return app.close;
});

test('docs/roles.md says which right each route needs; `npm test -- src/rights -u` writes it anew', async () => {
  expect(routes.map(nameOf).sort()).toEqual(routesOf(app));
  await expect(rolesPage()).toMatchFileSnapshot('../docs/roles.md');
  const probed = routes.filter((route) => probes[nameOf(route)]).map(({ config }) => config?.area);
  expect([...new Set(probed)].sort()).toEqual([...areas].sort());
});

test('every route that needs a right answers 401 to nobody, before it reads a body; HEAD needs what GET needs', async () => {
  const json = { headers: { 'content-type': 'application/json' }, body: '{no json' };
  for (const { method, url, config } of routes) {
    const get = routes.find((route) => route.method === 'GET' && route.url === url);
    if (method === 'HEAD') expect([url, config]).toEqual([url, get?.config]);
    if (!config?.area) continue;
    const call = { method: `${method}`, from: newNetwork(), ...(/^P/.test(`${method}`) && json) };
    const { status } = await app.send(url.replace(/:\w+/g, noId), call);
    expect(status, `${method} ${url}`).toBe(401);
  }
});

test('a route for staff neither compiles nor starts outside of an area', async () => {
  const beforePrepare = ({ http, ...context }: Parameters<typeof usersApi>[0]) => {
    // @ts-expect-error Only a guarded scope has an area.
    expect(() => usersApi({ http, ...context }, http)).toThrow('/admin/users has no area');
    expect(() => http.get('/admin/open', async () => 'for everyone')).toThrow('/admin/open has no area');
    // @ts-expect-error Only in a guarded scope a request is one of staff.
    http.get('/open', async ({ staff }) => staff.user.name);
    // @ts-expect-error There is no such area.
    const module: Module = { staffRoutes: { everything: usersApi } };
    expect(module).toBeDefined();
  };
  await (await openTestApp({ beforePrepare })).close();
});

describe('by a request', () => {
  const callers = new Map<string, string>();
  beforeAll(async () => {
    for (const role of roles) callers.set(role, await sessionOf(app, await hireStaff(app, role, role)));
    const program = { name: 'shop', role: 'owner' };
    const made = await sendAs(app, callers.get('owner') ?? '', 'POST', adminCalls.tokens, program);
    callers.set('program', made.json<{ token: string }>().token);
    const [ended, expired, deactivated] = [await hireStaff(app), await hireStaff(app), await hireStaff(app)];
    for (const [who, person] of Object.entries({ ended, expired, deactivated }))
      callers.set(who, await sessionOf(app, person));
    await sendAs(app, callers.get('ended') ?? '', 'POST', calls.logout);
    const past = { expires_at: '2020-01-01T00:00:00.000Z' };
    await app.database.updateTable('sessions').set(past).where('user_id', '=', expired.id).execute();
    await app.database.updateTable('users').set({ status: 0 }).where('id', '=', deactivated.id).execute();
    callers.set('made up', 'x'.repeat(43)).set('nobody', '');
  });

  test.each(Object.entries(probes))('%s is for %s', async (route, allowed) => {
    const [method = '', path = ''] = route.split(' ');
    for (const [who, token] of callers) {
      const answer = await sendAs(app, token, method, path.replace(':id', noId), undefined, newNetwork());
      expect([who, outcomeOf(answer)]).toEqual([who, expectedFor(who, allowed)]);
    }
  });

  test('a role counts from the moment at which it is given', async () => {
    const person = await hireStaff(app);
    const token = await sessionOf(app, person);
    const statusOf = async (path: string) => (await sendAs(app, token, 'GET', path)).status;
    expect([await statusOf(adminCalls.users), await statusOf(leadCalls.list)]).toEqual([200, 200]);
    await app.database.updateTable('users').set({ role: 'editor' }).where('id', '=', person.id).execute();
    expect([await statusOf(adminCalls.users), await statusOf(leadCalls.list)]).toEqual([403, 403]);
    expect((await sendAs(app, token, 'GET', calls.signedInUser)).json()).toMatchObject({ role: 'editor' });
  });

  test('no address takes what is no id: 404 by every method, whatever the body says', async () => {
    const withId = routes.filter(({ method, url }) => method !== 'HEAD' && /:(?!file|key|name|part|token)/.test(url));
    const shapeOf = ({ method, url }: RouteOptions) => `${method} ${url.startsWith('/admin/')} ${url.match(/:\w+/g)}`;
    const oneOfEach = new Map(withId.map((route) => [shapeOf(route), route]));
    const tried = [
      ...withId.flatMap((route) => withOdd(route, ['1.5'])),
      ...[...oneOfEach.values()].flatMap((route) => withOdd(route, odd)),
    ];
    const tokens = await sessionsOf(app, Math.ceil(tried.length / 50));
    for (const [index, { method, path }] of tried.entries()) {
      const body = /^P/.test(method) ? { no_such_field: 1 } : undefined;
      const answer = await sendAs(app, tokens[index % tokens.length] ?? '', method, path, body, newNetwork());
      // Of a page the address with Bengali digits leads to that with Latin ones.
      const leads = method === 'GET' && path.endsWith('%E0%A7%A7') && !/^\/(?:admin|api)\//.test(path);
      expect(answer.status, `${method} ${path}`).toBe(leads ? 301 : 404);
    }
  });
});

function expectedFor(who: string, allowed: string): string {
  if (allowed.split(' ').includes(who)) return 'passes';
  if (who === 'program') return '403 A token for programs can’t do this.';
  return who in roleNames ? `403 Your role, ${roleNames[who as Role]}, does not allow this.` : '401';
}

/** What a handler itself answers to ids that are unknown and to no body is of no interest here. */
function outcomeOf({ status, text }: Answer): string {
  if (status === 401) return '401';
  if (status === 403) return `403 ${/"message":"(.+?\.)/.exec(text)?.[1]}`;
  return status < 500 ? 'passes' : `${status} ${text}`;
}

function withOdd({ method, url }: RouteOptions, ids: string[]) {
  return (url.match(/:\w+/g) ?? []).flatMap((name) =>
    ids.map((id) => ({ method: `${method}`, path: url.replace(name, id).replace(/:\w+/g, '1') })),
  );
}

function nameOf({ method, url }: RouteOptions): string {
  return `${method} ${url}`;
}

function rolesPage(): string {
  const right = (role: Role, area: Area) =>
    may(role, 'write', area) ? 'reads and writes' : may(role, 'read', area) ? 'reads' : '–';
  return [
    '# Roles',
    '',
    'The first account is an owner. Owners invite the others on the screen *Users*. A changed role counts from the next call',
    'on. `npm test -- src/rights -u` writes this page.',
    '',
    ...table([['role', 'what it is for'], ...roles.map((role) => [roleNames[role], roleMeanings[role]])]),
    '',
    ...table([
      ['area', ...roles.map((role) => roleNames[role])],
      ...areas.map((area) => [areaNames[area], ...roles.map((role) => right(role, area))]),
    ]),
    '',
    '## Calls of staff',
    '',
    '- Without the right the answer is 403 with a reason. `HEAD` needs the same as `GET`.',
    '- `src/rights.test.ts` compares this page with the routes. For a new route it prints the line to write.',
    '',
    ...areas.flatMap((area) => [
      `### ${areaNames[area]}`,
      '',
      ...table([
        ['address', 'with the right to read', 'to write', 'not by a token for a program', 'after confirmation'],
        ...addressesOf(area).map((url) => [
          `\`${url}\``,
          methodsAt(url, (config) => config.area === area && config.need === 'read'),
          methodsAt(url, (config) => config.area === area && config.need === 'write'),
          methodsAt(url, (config) => config.area === area && !config.isForPrograms),
          methodsAt(url, (config) => config.area === area && config.confirm),
        ]),
      ]),
      '',
    ]),
    '## Addresses for everyone',
    '',
    ...table([
      ['address', 'methods'],
      ...addressesOf(undefined).map((url) => [`\`${url}\``, methodsAt(url, ({ area }) => !area)]),
    ]),
    '',
  ].join('\n');
}

function addressesOf(area: Area | undefined): string[] {
  return [...new Set(routes.filter(({ config }) => config?.area === area).map(({ url }) => url))].sort();
}

function methodsAt(path: string, isMeant: (config: FastifyContextConfig) => unknown): string {
  const meant = routes.filter(({ url, config, method }) => url === path && method !== 'HEAD' && isMeant(config ?? {}));
  return meant.map(({ method }) => method).join(', ');
}

function table([heads = [], ...rows]: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
