import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#api/rights.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { hashOfToken, newToken } from '#platform/session/token.server.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { routesOf } from '../test/helpers/routes.ts';
import { hireStaff, newNetwork, sendAs, sessionOf } from '../test/helpers/staff.ts';

/** Who may call what, written down by hand: each guarded route with the roles of each of its methods. */
const all: Role[] = ['owner', 'editor', 'sales', 'viewer'];
const owner: Role[] = ['owner'];
const editor: Role[] = ['owner', 'editor'];
const sales: Role[] = ['owner', 'sales'];
const content: Role[] = ['owner', 'editor', 'viewer'];
const leads: Role[] = ['owner', 'sales', 'viewer'];

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type Method = (typeof methods)[number] | 'HEAD';
type Methods = Partial<Record<(typeof methods)[number], Role[]>>;

const table: Record<string, Methods> = {
  '/admin/account': { GET: all, PUT: all },
  '/admin/account/confirm': { POST: all },
  '/admin/account/confirm/passkey': { POST: all },
  '/admin/account/password': { PUT: all },
  '/admin/account/sessions': { GET: all, DELETE: all },
  '/admin/account/sessions/:id': { DELETE: all },
  '/admin/account/second-factor': { GET: all },
  '/admin/account/second-factor/app': { POST: all, PUT: all },
  '/admin/account/second-factor/app/remove': { POST: all },
  '/admin/account/second-factor/passkeys': { POST: all },
  '/admin/account/second-factor/passkeys/:id/remove': { POST: all },
  '/admin/account/second-factor/passkeys/begin': { POST: all },
  '/admin/account/second-factor/recovery-codes': { POST: all },
  '/admin/dashboard-figures': { GET: all },
  '/api/v1/logout': { POST: all },
  '/api/v1/user': { GET: all },

  ...records('/admin/About'),
  ...versioned('/admin/About'),
  ...versioned('/admin/News'),
  ...versioned('/admin/features'),
  ...versioned('/admin/features-details'),
  '/admin/features-details': { GET: content },
  '/admin/features-details/:id': { GET: content, PUT: editor },
  '/admin/features-details/:id/history': { GET: content },
  ...listed('/admin/News'),
  ...listed('/admin/pages'),
  ...arranged('/admin/Client'),
  ...arranged('/admin/Package'),
  ...arranged('/admin/downloads'),
  ...arranged('/admin/faq'),
  ...arranged('/admin/features'),
  ...arranged('/admin/features-categories'),
  ...arranged('/admin/features-screens'),
  ...arranged('/admin/features-sub-categories'),
  ...arranged('/admin/package-categories'),
  ...arranged('/admin/statistics'),
  ...arranged('/admin/testimonials'),
  ...arranged('/admin/video/video-galleries'),
  '/admin/features-get-category': { GET: content },
  '/admin/features-get-sub-category/:id': { GET: content },
  '/admin/price-get-category': { GET: content },
  '/admin/single-fetures-details': { POST: content },
  '/admin/store-features-details': { POST: editor },
  '/admin/uploads': { POST: editor },
  '/admin/pictures': { GET: content, POST: editor },
  '/admin/pictures/:id': { GET: content, PUT: editor, DELETE: editor },
  '/admin/pictures/:id/replace': { POST: editor },
  '/admin/pictures/:id/restore': { POST: editor },
  ...listed('/admin/redirects'),
  '/admin/redirects/missed': { GET: content, DELETE: editor },
  '/admin/site-settings': { GET: content, PUT: editor },
  '/admin/site-settings/history': { GET: content },

  '/admin/contact-requests': { GET: leads, POST: sales },
  '/admin/contact-requests/:id': { GET: leads, PUT: sales, DELETE: sales },
  '/admin/contact-requests/:id/calls': { POST: sales },
  '/admin/contact-requests/:id/calls/:call': { DELETE: sales },
  '/admin/contact-requests/:id/duplicates': { GET: leads },
  '/admin/contact-requests/:id/erase': { POST: sales },
  '/admin/contact-requests/:id/merge': { POST: sales },
  '/admin/contact-requests/:id/messages': { GET: leads, POST: sales },
  '/admin/contact-requests/:id/not-spam': { POST: sales },
  '/admin/contact-requests/:id/notes': { POST: sales },
  '/admin/contact-requests/:id/notes/:note': { PUT: sales, DELETE: sales },
  '/admin/contact-requests/:id/person': { GET: sales },
  '/admin/contact-requests/:id/resend': { POST: sales },
  '/admin/contact-requests/:id/restore': { POST: sales },
  '/admin/contact-requests/:id/sms': { POST: sales },
  '/admin/contact-requests/sms': { GET: leads },
  '/admin/contact-requests/:id/spam': { POST: sales },
  '/admin/contact-requests/:id/unmerge': { POST: sales },
  '/admin/contact-requests/board': { GET: leads },
  '/admin/contact-requests/bulk': { POST: sales },
  '/admin/contact-requests/calendar': { GET: leads },
  '/admin/contact-requests/export': { GET: sales },
  '/admin/contact-requests/ids': { GET: leads },
  '/admin/contact-requests/import': { POST: sales },
  '/admin/contact-requests/imports/:id': { DELETE: sales },
  '/admin/contact-requests/holidays': { GET: leads },
  '/admin/contact-requests/owners': { GET: leads },
  '/admin/contact-requests/retention': { GET: leads, PUT: owner },
  '/admin/funnel/export': { GET: sales },
  '/admin/lead-figures': { GET: leads },
  '/admin/lead-figures/export': { GET: sales },
  ...arranged('/admin/message-templates', leads, sales),
  '/admin/notification-settings': { GET: leads, PUT: sales },
  '/admin/notifications': { GET: leads },
  '/admin/notifications/read': { PUT: leads },
  '/admin/notifications/stream': { GET: leads },

  '/admin/demo-access': { GET: leads, PUT: sales },
  '/admin/demo-access/history': { GET: leads },
  '/admin/demo-access/reveal': { POST: sales },
  '/admin/demo-access/test': { POST: sales },

  '/admin/mail-sender': { GET: leads },
  '/admin/mail-server': { GET: owner, PUT: owner },
  '/admin/mail-server/put-back': { POST: owner },
  '/admin/mail-sender/resume': { POST: sales },
  '/admin/mails': { GET: leads },
  '/admin/mails/:id': { GET: leads },
  '/admin/mails/:id/cancel': { POST: sales },
  '/admin/mails/:id/send': { POST: sales },
  '/admin/mails/send': { POST: sales },

  '/admin/activity': { GET: ['owner', 'viewer'] },
  '/admin/activity/export': { GET: owner },
  '/admin/first-day': { GET: owner, PUT: owner },
  '/admin/first-day/test-mail': { POST: owner },
  '/admin/sample-content/remove': { POST: owner },
  '/admin/sample-content/restore': { POST: owner },
  ...listed('/admin/webhooks', owner, owner),
  '/admin/webhooks/:id/new-secret': { POST: owner },
  '/admin/webhooks/:id/secret': { POST: owner },
  '/admin/webhooks/:id/test': { POST: owner },
  '/admin/deliveries': { GET: owner },
  '/admin/deliveries/:id/send': { POST: owner },
  '/admin/tokens': { GET: owner, POST: owner },
  '/admin/tokens/:id': { DELETE: owner },
  '/admin/users': { GET: owner, POST: owner },
  '/admin/users/:id': { GET: owner, PUT: owner, DELETE: owner },
  '/admin/users/:id/invite': { POST: owner },
  '/admin/users/:id/leads': { GET: owner, POST: owner },
  '/admin/users/:id/second-factor': { DELETE: owner },
  '/admin/users/:id/sessions': { GET: owner },
  '/admin/users/:id/sessions/:session': { DELETE: owner },
};

/** Two people of each role: one with sessions that live, one whose sessions are over, each in its own way. */
interface Tokens {
  live: string[];
  /** Of others, for calls that end sessions: by their paths. */
  spare: Map<string, string>;
  over: Record<string, string>;
}

let app: TestApp;
const tokens = new Map<Role, Tokens>();
beforeAll(async () => {
  app = await openTestApp();
  for (const role of all) tokens.set(role, await tokensOf(role));
  return app.close;
});

test('every guarded route stands in the table, with all its methods', async () => {
  const declared = Object.entries(table).flatMap(([path, methods]) =>
    Object.keys(methods).map((each) => `${each} ${path}`),
  );
  const guarded: string[] = [];
  for (const route of routesOf(app).filter((each) => !/^(?:HEAD|OPTIONS) /.test(each))) {
    const method = methods.find((each) => route.startsWith(`${each} `));
    if (!method) throw new Error(`No call of the product uses this method: ${route}`);
    if ((await call(method, route.slice(method.length + 1), '')).status === 401) guarded.push(route);
  }
  expect(guarded.filter((route) => !declared.includes(route))).toEqual([]);
  expect(declared.filter((route) => !guarded.includes(route))).toEqual([]);
});

describe.each(all)('As %s', (role) => {
  const each = Object.entries(table).flatMap(([path, ofPath]) =>
    methods.flatMap((method): { path: string; method: Method; allowed: boolean }[] => {
      const allowed = ofPath[method]?.includes(role);
      if (allowed === undefined) return [];
      return [{ path, method, allowed }, ...(method === 'GET' ? [{ path, method: 'HEAD' as const, allowed }] : [])];
    }),
  );

  test('each call is let through, or refused with a reason', async () => {
    const { live, spare } = tokensNow(role);
    const faults = await ofAll(each, async ({ path, method, allowed }, index) => {
      const token = spare.get(path) ?? live[index % live.length] ?? '';
      const answer = await call(method, path, token);
      return isAsSaid(answer, method, allowed) ? [] : `${method} ${path}: ${answer.status}`;
    });
    expect(faults).toEqual([]);
  });

  test('a session that is over opens nothing', async () => {
    for (const [kind, token] of Object.entries(tokensNow(role).over)) {
      const faults = await ofAll(each, async ({ path, method }) => {
        const { status } = await call(method, path, token);
        return status === 401 ? [] : `${method} ${path}: ${status}`;
      });
      expect(faults, kind).toEqual([]);
    }
  });
});

test('a token for a program, with the role of an owner, touches no account, no endpoint and nothing to confirm', async () => {
  const closed = new Set([
    ...Object.keys(table).filter((path) =>
      /^\/admin\/(?:account|deliveries|first-day|mail-server|tokens|users|webhooks)\b/.test(path),
    ),
    ...['/api/v1/logout', '/admin/notifications/stream', '/admin/demo-access/reveal', '/admin/contact-requests/export'],
    ...[
      'PUT /admin/demo-access',
      'PUT /admin/contact-requests/retention',
      '/admin/sample-content/remove',
      '/admin/sample-content/restore',
    ],
  ]);
  const { id } = await hireStaff(app);
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const programs = names.map(() => `prg_${newToken()}`);
  const rows = programs.map((token, at) => {
    const [name = '', created_at] = [names[at], new Date().toISOString()];
    return { name, role: 'owner' as const, token_hash: hashOfToken(token), start: 'prg_', made_by: id, created_at };
  });
  await app.database.insertInto('program_tokens').values(rows).execute();
  const each = Object.entries(table).flatMap(([path, ofPath]) =>
    methods.filter((method) => ofPath[method]).map((method) => ({ path, method })),
  );
  const faults = await ofAll(each, async ({ path, method }, index) => {
    const { status, message } = await call(method, path, programs[index % programs.length] ?? '');
    const isRefused = status === 403 && /^A token for programs can’t do this/.test(message ?? '');
    return isRefused === (closed.has(path) || closed.has(`${method} ${path}`)) ? [] : `${method} ${path}: ${status}`;
  });
  expect(faults).toEqual([]);
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

/** Five at a time: who would wait too long for a place is refused. */
async function ofAll<T, R>(all: T[], work: (one: T, index: number) => Promise<R[] | R>): Promise<R[]> {
  const done: (R[] | R)[] = [];
  for (let from = 0; from < all.length; from += 5) {
    const some = all.slice(from, from + 5);
    done.push(...(await Promise.all(some.map((one, at) => work(one, from + at)))));
  }
  return done.flat() as R[];
}

function isAsSaid({ status, message }: Called, method: Method, allowed: boolean): boolean {
  if (allowed) return status !== 401 && status !== 403 && status < 500;
  return status === 403 && (method === 'HEAD' || /^Your role, \w+, does not allow this\./.test(message ?? ''));
}

async function tokensOf(role: Role): Promise<Tokens> {
  const [staff, away] = [await hireStaff(app, role, role), await hireStaff(app, role, role)];
  const live = await Promise.all(Array.from({ length: 6 }, () => sessionOf(app, staff)));
  const spare = new Map<string, string>();
  for (const path of [calls.logout, calls.accountSessions])
    spare.set(path, await sessionOf(app, await hireStaff(app, role, role)));
  const [ended, expired] = [await sessionOf(app, staff), await sessionOf(app, staff)];
  await sendAs(app, ended, 'POST', calls.logout);
  const newest = app.database.selectFrom('sessions').select(({ fn }) => fn.max('id').as('id'));
  await app.database
    .updateTable('sessions')
    .set({ expires_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', newest)
    .execute();
  const disabled = await sessionOf(app, away);
  await app.database.updateTable('users').set({ status: 0 }).where('id', '=', away.id).execute();
  return {
    live,
    spare,
    over: { 'an ended session': ended, 'an expired session': expired, 'a disabled account': disabled },
  };
}

function tokensNow(role: Role): Tokens {
  const own = tokens.get(role);
  if (!own) throw new Error(`Nobody is ${role}`);
  return own;
}

interface Called {
  status: number;
  /** Why it was refused. */
  message: string | null;
}

/** Past the network, as there are thousands of them. */
async function call(method: Method, path: string, token: string): Promise<Called> {
  const answer = await app.http.inject({
    method,
    url: path.replace(/:\w+/g, '2147483647').replace('*', 'x'),
    remoteAddress: newNetwork(),
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  });
  const message = answer.statusCode === 403 && answer.body ? answer.json<{ message: string }>().message : null;
  return { status: answer.statusCode, message };
}

function records(path: string, readers = content, writers = editor): Record<string, Methods> {
  return {
    [path]: { GET: readers, POST: writers },
    [`${path}/:id`]: { GET: readers, PUT: writers, DELETE: writers },
    [`${path}/:id/history`]: { GET: readers },
    [`${path}/:id/restore`]: { POST: writers },
  };
}

function versioned(path: string): Record<string, Methods> {
  return {
    [`${path}/:id/draft`]: { GET: content, DELETE: editor },
    [`${path}/:id/preview`]: { POST: editor },
    [`${path}/:id/publish`]: { POST: editor },
    [`${path}/:id/schedule`]: { PUT: editor },
    [`${path}/:id/versions`]: { GET: content },
    [`${path}/:id/versions/:number`]: { GET: content },
    [`${path}/:id/versions/:number/restore`]: { POST: editor },
    [`${path}/preview`]: { POST: editor },
  };
}

function listed(path: string, readers = content, writers = editor): Record<string, Methods> {
  return {
    ...records(path, readers, writers),
    [`${path}/bulk`]: { POST: writers },
  };
}

function arranged(path: string, readers = content, writers = editor): Record<string, Methods> {
  return { ...listed(path, readers, writers), [`${path}/order`]: { PUT: writers } };
}
