import { beforeAll } from 'vitest';
import { type Role, roles } from '#api/rights.ts';
import { calls } from '#paths.ts';
import { hashOfToken, newToken } from '#platform/session/sessions.server.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, many, pairs, type Tries } from '../helpers/attacks.ts';
import { routesOf } from '../helpers/routes.ts';
import { hireStaff, newNetwork, type Staff, sendAs, sessionOf, sessionsOf } from '../helpers/staff.ts';

/** Who reads and who writes, by their first letters; the first route that fits counts. Not taken from the program. */
const rights: [route: RegExp, readers: string, writers: string][] = [
  [/^\/(?:admin\/account|api\/v1\/(?:user|logout)$)/, 'oesv', 'oesv'],
  [/^\/admin\/dashboard-figures$/, 'oesv', 'o'],
  [/^\/admin\/(?:contact-requests\/export|contact-requests\/:id\/person|lead-figures\/export|funnel)/, 'os', 'os'],
  [/^\/admin\/contact-requests\/retention$/, 'osv', 'o'],
  [/^\/admin\/notifications\/read$/, 'osv', 'osv'],
  [/^\/admin\/(?:contact-|lead-|message-|notification|demo-access|mails|mail-sender)/, 'osv', 'os'],
  [/^\/admin\/activity$/, 'ov', 'o'],
  [/^\/admin\/(?:activity|users|tokens|first-day|mail-server|sample-content|webhooks|deliveries)/, 'o', 'o'],
  [/^\/admin\/single-fetures-details$/, 'oev', 'oev'],
  [/^\/admin\//, 'oev', 'oe'],
];
/** What no program may call, whatever its role. */
const notForPrograms = [
  /^\w+ \/admin\/(?:account|users|tokens|first-day|mail-server|sample-content|webhooks|deliveries)/,
  /^\w+ \/(?:api\/v1\/logout|admin\/notifications\/stream|admin\/.+\/presence|admin\/demo-access\/reveal|admin\/contact-requests\/export)$/,
  /^PUT \/admin\/(?:demo-access|contact-requests\/retention)$/,
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const;

interface Caller {
  name: string;
  tokens: string[];
  /** Null: nobody any more. */
  role: Role | null;
  isProgram?: boolean;
}

let app: TestApp;
let callers: Caller[];
let routes: string[];
beforeAll(async () => {
  app = await openTestApp();
  routes = routesOf(app);
  const users = (change: object) => (id: number) =>
    app.database.updateTable('users').set(change).where('id', '=', id).execute();
  const removed = (id: number) => app.database.deleteFrom('users').where('id', '=', id).execute();
  // A session has a hundred calls at once.
  const each = Math.ceil((routes.length * 1.2) / 60);
  const after = async (change: (id: number, token: string) => Promise<unknown>, makes = sessions, count = 1) => {
    const staff = await hireStaff(app);
    const tokens = await makes(staff, 'owner', count);
    await change(staff.id, tokens[0] ?? '');
    return tokens;
  };
  const logOut = (_: number, token: string) => sendAs(app, token, 'POST', calls.logout);
  const withdraw = (id: number) => app.database.deleteFrom('program_tokens').where('made_by', '=', id).execute();
  const nobodies = {
    stranger: [''],
    garbage: ['x'.repeat(43), `prg_${'x'.repeat(43)}`],
    'ended session': await after(logOut),
    'deactivated account': await after(users({ status: 0 })),
    'removed account': await after(removed),
    'withdrawn token': await after(withdraw, programs),
    'token of a demoted maker': await after(users({ role: 'viewer' }), programs),
    'token of a removed maker': await after(removed, programs),
  };
  callers = Object.entries(nobodies).map(([name, tokens]) => ({ name, tokens, role: null }));
  const ten = () => after(users({ role: 'viewer' }), sessions, 10);
  const demoted = await Promise.all(Array.from({ length: Math.ceil(each / 10) }, ten));
  callers.push({ name: 'demoted owner', role: 'viewer', tokens: demoted.flat() });
  for (const role of roles) {
    const tokens = await programs(await hireStaff(app), role, each);
    callers.push({ name: role, role, tokens: await sessionsOf(app, each, { role }) });
    callers.push({ name: `program as ${role}`, role, isProgram: true, tokens });
  }
  return app.close;
});

attack('17 callers × paths × methods', async (tries) => {
  const paths = [...new Set(routes.map((route) => route.split(' ')[1] ?? ''))].filter(isGuarded);
  const calls = tries.some(pairs(pairs(callers, paths), methods), many(4_000, 1e6));
  await eachOf(calls, async ([[caller, path], method], at) => {
    const isRoute = routes.includes(`${method} ${path}`);
    const isAllowed = isRoute && mayCall(caller, method, path);
    // These would end the sessions of the next ones, or never end themselves.
    if (isAllowed && /\/(?:logout|sessions|stream)$/.test(path)) return;
    const status = await send(method, path, caller.tokens[at % caller.tokens.length] ?? '');
    const isRefused = isRoute ? status === (caller.role ? 403 : 401) : status >= 400 && status < 500;
    const isRight = isAllowed ? status !== 401 && status !== 403 && status < 500 : isRefused;
    tries.note(!isRight && `${caller.name}: ${method} ${path}: ${status}`);
  });
});

attack('owner without a second factor, where one is needed', async (tries) => {
  const strict = await openTestApp({ store: app.store, env: { SECOND_FACTOR: 'owners' } });
  await throughRoutes(tries, strict).finally(strict.close);
});

attack('owner who has to choose a password first', async (tries) => {
  await throughRoutes(tries, app, { made_password_ends_at: '2999-01-01T00:00:00.000Z' });
});

/** All are closed but those of the own account. */
async function throughRoutes(tries: Tries, on: TestApp, change: object = { language: 'en' }): Promise<void> {
  const isClosed = (path: string) => isGuarded(path) && !/^\/(?:admin\/account|api)/.test(path);
  const guarded = routes.map((route) => route.split(' ')).filter(([, path = '']) => isClosed(path));
  const tokens = await sessionsOf(on, Math.ceil(guarded.length / 50));
  await on.database.updateTable('users').set(change).execute();
  await eachOf(guarded, async ([method = '', path = ''], at) => {
    const status = await send(method as 'GET', path, tokens[at % tokens.length] ?? '', on);
    tries.note(status !== 403 && `${method} ${path}: ${status}`);
  });
}

function isGuarded(path: string): boolean {
  return path !== '/admin/*' && rights.some(([route]) => route.test(path));
}

function mayCall({ role, isProgram }: Caller, method: string, path: string): boolean {
  const [, readers, writers] = rights.find(([route]) => route.test(path)) ?? [null, '', ''];
  const isRead = method === 'GET' || method === 'HEAD';
  if (isProgram && notForPrograms.some((route) => route.test(`${isRead ? 'GET' : method} ${path}`))) return false;
  return role !== null && (isRead ? readers : writers).includes(role.charAt(0));
}

/** Past the network, as there are thousands of them. */
async function send(method: (typeof methods)[number], path: string, token: string, on = app): Promise<number> {
  const url = path.replace(/:\w+/g, '2147483647').replace('*', 'x');
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const options = { method: method as 'GET', url, headers, remoteAddress: newNetwork() };
  return (await on.http.inject(options)).statusCode;
}

function sessions(staff: Staff, _: Role, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => sessionOf(app, staff)));
}

async function programs({ id }: Staff, role: Role, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => `prg_${newToken()}`);
  const created_at = new Date().toISOString();
  const rows = tokens.map((token, at) => {
    return { name: `${role} ${at}`, role, token_hash: hashOfToken(token), start: 'prg_', made_by: id, created_at };
  });
  await app.database.insertInto('program_tokens').values(rows).execute();
  return tokens;
}

/** Five at a time: who would wait too long for a place is refused. */
async function eachOf<T>(list: T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += 5)
    await Promise.all(list.slice(from, from + 5).map((one, at) => work(one, from + at)));
}
